from masked_select import masked_select


def masked_select_v2(x, mask):
    return masked_select(x, mask)
