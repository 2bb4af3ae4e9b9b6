import { type Finding, type Limits, shown, type Unit, verdictOf } from './goal.ts'

/** Rows of plain figures: the columns' names are the keys of the first. */
export type Row = Record<string, string | number>

export function tableOf(rows: Row[]): string {
  const [first] = rows
  if (!first) return ''
  const names = Object.keys(first)
  const cells = rows.map((row) => names.map((name) => shown(row[name] ?? '')))
  return aligned([names, ...cells], 1)
}

export function findingsTable(findings: Finding[]): string {
  return aligned(findings.map(lineOf), 3)
}

function lineOf(finding: Finding): string[] {
  const { goal, what, value, unit, limits, against, figures } = finding
  const ratio = against ? `${shown(against.ratio)} × ${against.name}` : ''
  const figure = unit === '×' ? '' : withUnit(value, unit)
  return [ratio, goal, what, figure, limitsOf(limits, unit), verdictOf(finding), figures ?? '']
}

function limitsOf({ better, goal, budget, defect }: Limits, unit: Unit): string {
  const [keeps, breaks] = better === 'lower' ? ['≤', '>'] : ['≥', '<']
  return [
    `goal ${keeps} ${withUnit(goal, unit)}`,
    ...(budget === undefined ? [] : [`budget ${keeps} ${withUnit(budget, unit)}`]),
    ...(defect === undefined ? [] : [`defect ${breaks} ${withUnit(defect, unit)}`]),
  ].join(', ')
}

const withUnit = (value: number, unit: Unit) => `${shown(value)} ${unit}`

/** Text columns lead, figures after column `texts` are set to the right unless they are sentences. */
function aligned(lines: string[][], texts: number): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          const isFigure = column >= texts && /^[\d.,-]+( \S+)?$/.test(cell)
          return isFigure ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}
