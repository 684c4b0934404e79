#!/usr/bin/env python3
"""Draws results.json as bars: ONNX Runtime's time over opdk's, with what is required of each row.

usage: plot.py RESULTS.json PLOT.svg
"""
import html
import json
import math
import sys

LABELS, BARS = 400, 520  # widths
COLUMNS = {"threads": 60, "ratio": 110, "opdk ms": 175, "peak": 220}  # right edges beyond the bars
FIGURES = 240
BAR, GAP, GROUP_GAP, TOP, BOTTOM = 9, 1, 8, 74, 40
LOW, HIGH = 0.25, 16.0
MET, MISSED, PLAIN, GREY = "#2e7d4f", "#c0392b", "#4a6fa5", "#666"


def x_of(ratio):
    """Returns the logarithmic place: twice as fast and half as fast are equally far from 1."""
    clamped = min(max(ratio, LOW), HIGH)
    return LABELS + BARS * math.log(clamped / LOW) / math.log(HIGH / LOW)


def text(x, y, content, size=11, anchor="start", colour="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{html.escape(content)}</text>'


def line(x1, y1, x2, y2, colour, width=1.0):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def bar(row, y):
    if row.get("error"):
        return [text(LABELS + 4, y + BAR - 1, row["error"][:90], 8.5, colour=GREY)]
    if row["ratio"] is None:
        return [text(LABELS + 4, y + BAR - 1, f'{row["opdk_ms"]:.4g} ms, nothing to compare with', 8.5, colour=GREY)]
    required = row["required"]
    colour = PLAIN if required is None else MET if row["ratio"] >= required else MISSED
    left, right = sorted((x_of(1), x_of(row["ratio"])))
    drawn = [f'<rect x="{left:.1f}" y="{y}" width="{max(right - left, 1):.1f}" height="{BAR}" fill="{colour}"/>']
    if required is not None:
        drawn.append(line(x_of(required), y - 1, x_of(required), y + BAR + 1, "#000", 2))
    share = f'{100 * row["share_of_peak"]:.0f} %' if row["share_of_peak"] else ""
    figures = (str(row["threads"]), f'{row["ratio"]:.2f}', f'{row["opdk_ms"]:.4g}', share)
    for edge, figure in zip(COLUMNS.values(), figures):
        drawn.append(text(LABELS + BARS + edge, y + BAR - 1, figure, 9, "end", colour))
    return drawn


def draw(results):
    groups = {}
    for row in results["rows"]:
        groups.setdefault(row["name"], []).append(row)
    count = sum(len(rows) for rows in groups.values())
    bottom = TOP + count * (BAR + GAP) + len(groups) * GROUP_GAP
    width, height = LABELS + BARS + FIGURES, bottom + BOTTOM
    context = results["context"]
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="DejaVu Sans, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        text(12, 24, f'opdk against ONNX Runtime {context["onnxruntime"] or "(missing)"}', 17),
        text(12, 42, f'{context["cpu"]}, {context["cpus"]} CPUs. Bar: ONNX Runtime\'s time / opdk\'s (p10), logarithmic. '
             'Black mark: required; green reaches it, red does not, blue: shown only.', 10.5, colour=GREY),
    ]
    for title, edge in COLUMNS.items():
        drawn.append(text(LABELS + BARS + edge, TOP - 10, title, 9, "end", GREY))
    ratio = LOW
    while ratio <= HIGH:
        drawn.append(line(x_of(ratio), TOP - 4, x_of(ratio), bottom, "#999" if ratio == 1 else "#e2e2e2"))
        drawn.append(text(x_of(ratio), TOP - 10, f"{ratio:g}x", 10, "middle", GREY))
        drawn.append(text(x_of(ratio), bottom + 16, f"{ratio:g}x", 10, "middle", GREY))
        ratio *= 2
    y = TOP
    for name, rows in groups.items():
        height_of_group = len(rows) * (BAR + GAP)
        drawn.append(text(LABELS - 10, y + height_of_group / 2 + 4, name, 11, "end"))
        for row in rows:
            drawn.extend(bar(row, y))
            y += BAR + GAP
        y += GROUP_GAP
    drawn.append("</svg>")
    return "\n".join(drawn) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        results = json.load(file)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(draw(results))


if __name__ == "__main__":
    main()
