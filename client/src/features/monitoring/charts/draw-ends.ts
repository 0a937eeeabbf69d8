import type uPlot from 'uplot';

const LINE_HEIGHT = 16;

/** Writes the names of the lines at their ends, moved apart where they would overlap. */
export function drawLabels(plot: uPlot, labels: readonly { text: string; colour: string }[]): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const placed = labels
    .map((label, line) => ({ ...label, y: endOf(plot, line)?.y }))
    .filter((label): label is typeof label & { y: number } => label.y !== undefined)
    .sort((a, b) => a.y - b.y);
  for (const [index, label] of placed.entries()) {
    const above = placed[index - 1];
    if (above) label.y = Math.max(label.y, above.y + LINE_HEIGHT * ratio);
  }
  // If the last one has been moved below the chart, all are moved up again.
  const over = Math.max(0, (placed.at(-1)?.y ?? 0) - (bbox.top + bbox.height));
  ctx.save();
  ctx.font = `500 ${12 * ratio}px Inter, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { text, colour, y } of placed) {
    ctx.fillStyle = colour;
    ctx.fillText(text, bbox.left + bbox.width + 8 * ratio, y - over);
  }
  ctx.restore();
}

/** Marks the newest sample at the end of each line. */
export function drawEndMarkers(plot: uPlot, lines: number, { lamp, around }: { lamp: string; around: string }): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  for (let line = 0; line < lines; line += 1) {
    const end = endOf(plot, line);
    if (!end) continue;
    ctx.beginPath();
    ctx.arc(end.x, end.y, 4 * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = lamp;
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = around;
    ctx.stroke();
  }
  ctx.restore();
}

/** Where a line ends on the canvas; undefined when it has no figures. */
function endOf(plot: uPlot, line: number): { x: number; y: number } | undefined {
  const averages = plot.data[3 * line + 3] ?? [];
  const last = averages.findLastIndex((figure) => figure !== null && figure !== undefined);
  const [at, figure] = [plot.data[0][last], averages[last]];
  if (at === undefined || figure === null || figure === undefined) return undefined;
  return { x: plot.valToPos(at, 'x', true), y: plot.valToPos(figure, 'y', true) };
}
