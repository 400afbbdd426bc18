/** Says what an import changed: `12 added, 1 removed, 40 kept`. */
export function countsInWords(counts: { added: number; removed: number; kept: number }): string {
  return `${counts.added} added, ${counts.removed} removed, ${counts.kept} kept`;
}
