"""A plot as SVG, with nothing to install."""

from collections.abc import Mapping, Sequence

WIDTH, HEIGHT, MARGIN = 640, 320, 60
COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f")


def line_plot(title: str, across: Sequence[float], series: Mapping[str, Sequence[float]]) -> str:
    """A line for each series over the places `across`, which are evenly spaced; each line has a scale of its own, with
    its least and greatest value named."""
    step = (WIDTH - 2 * MARGIN) / max(len(across) - 1, 1)
    places = [MARGIN + at * step for at in range(len(across))]
    ticks = "".join(
        f'<text x="{x:.0f}" y="{HEIGHT - MARGIN / 2:.0f}" text-anchor="middle">{value:g}</text>'
        for x, value in zip(places, across, strict=True)
    )
    lines = "".join(
        _line(name, places, values, colour, at)
        for at, ((name, values), colour) in enumerate(zip(series.items(), COLOURS, strict=False))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        f' font-size="12"><rect width="100%" height="100%" fill="white"/><text x="{WIDTH / 2}" y="20"'
        f' text-anchor="middle">{title}</text>{ticks}{lines}</svg>\n'
    )


def _line(name: str, places: Sequence[float], values: Sequence[float], colour: str, at: int) -> str:
    top = max(values) or 1
    points = [
        (x, HEIGHT - MARGIN - value / top * (HEIGHT - 2 * MARGIN)) for x, value in zip(places, values, strict=True)
    ]
    drawn = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    labels = "".join(
        f'<text x="{x:.0f}" y="{y - 6:.0f}" text-anchor="middle" fill="{colour}" font-size="10">{value:.0f}</text>'
        for (x, y), value in zip(points, values, strict=True)
    )
    legend = f'<text x="{MARGIN}" y="{40 + 14 * at}" fill="{colour}">{name}</text>'
    return f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{drawn}"/>{labels}{legend}'
