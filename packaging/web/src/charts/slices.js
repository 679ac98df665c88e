// Series of many values come piece by piece, as pairs of numbers: the place and the value.

export async function fetched(drawing) {
  for (const [number, series] of drawing.series?.entries() ?? []) {
    if (!series.slices || series.pairs) continue;
    const pairs = new Float64Array(series.length * 2);
    let end = 0;
    for (let at = 0; at < series.slices; at += 1) {
      const answer = await fetch(`slices/${drawing.version}/${number}/${at}`);
      const piece = new Float64Array(await answer.arrayBuffer());
      pairs.set(piece, end);
      end += piece.length;
    }
    series.pairs = pairs;
  }
}
