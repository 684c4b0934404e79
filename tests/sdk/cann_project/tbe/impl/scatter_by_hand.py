from te import tik


def scatter_by_hand(var, kernel_name="scatter_by_hand"):
    tik_instance = tik.Tik()
    tik_instance.BuildCCE(kernel_name=kernel_name, inputs=[], outputs=[])
