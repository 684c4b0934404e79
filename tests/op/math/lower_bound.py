from search_sorted import places


def lower_bound(sorted_x, values, out_type):
    return places(sorted_x, values, False, out_type)
