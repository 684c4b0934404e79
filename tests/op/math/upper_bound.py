from search_sorted import places


def upper_bound(sorted_x, values, out_type):
    return places(sorted_x, values, True, out_type)
