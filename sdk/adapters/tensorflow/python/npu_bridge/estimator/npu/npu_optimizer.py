"""Optimizers for several devices, of which there is one."""
import os

from npu_bridge.estimator.npu.npu_loss_scale_optimizer import NPULossScaleOptimizer


def check_one_rank():
    """Collectives are nowhere: a program that is one of several is refused."""
    size = os.environ.get("RANK_SIZE", "1")
    if size not in ("", "1"):
        raise RuntimeError(f"RANK_SIZE is {size}: one process trains by itself here, there are no collectives; unset RANK_SIZE")


def npu_distributed_optimizer_wrapper(optimizer):
    """Returns the optimizer itself: the mean over one device is that device's gradients."""
    check_one_rank()
    return optimizer


def NPUDistributedOptimizer(optimizer, is_weight_update_sharding=False, name=None):  # pylint: disable=invalid-name
    """Returns what npu_distributed_optimizer_wrapper does."""
    del is_weight_update_sharding, name
    return npu_distributed_optimizer_wrapper(optimizer)


def KerasDistributeOptimizer(optimizer, name="NPUKerasOptimizer"):  # pylint: disable=invalid-name
    """Returns what npu_distributed_optimizer_wrapper does."""
    del name
    return npu_distributed_optimizer_wrapper(optimizer)


def NPUOptimizer(  # pylint: disable=invalid-name
        opt, loss_scale_manager=None, is_distributed=False, is_loss_scale=False, is_tailing_optimization=False,
        name=None):
    """Returns the optimizer, with loss scaling if a manager is given."""
    del is_tailing_optimization, name
    if is_distributed:
        check_one_rank()
    if not is_loss_scale:
        return opt
    if loss_scale_manager is None:
        raise ValueError("NPUOptimizer: is_loss_scale is True, and there is no loss_scale_manager")
    return NPULossScaleOptimizer(opt, loss_scale_manager)
