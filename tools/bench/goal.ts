/** A figure beside what it ought to be. Whether it will do is decided here and nowhere else. */
export type Limits = {
  better: 'lower' | 'higher'
  goal: number
  /** What is still acceptable, where it is looser than the goal. */
  budget?: number
  /** From here on it is a fault, not a wish. */
  defect?: number
}

export type Unit = '×' | 'kB' | 's' | 'ms' | 'MiB' | 'requests' | 'rows' | 'buffers' | 'CLS'

export type Finding = {
  /** The name of the goal, as in "S1". */
  goal: string
  what: string
  /** The figure that is judged. */
  value: number
  unit: Unit
  limits: Limits
  /** What the figure is compared with, and how many times that it is. */
  against?: { name: string; ratio: number }
  /** The figures behind it, for the reader. */
  figures?: string
}

/** A figure that ought to be low. */
export const atMost = (
  goal: string,
  what: string,
  value: number,
  unit: Unit,
  limits: Omit<Limits, 'better'>,
): Finding => ({ goal, what, value, unit, limits: { better: 'lower', ...limits } })

export const pick = <Sample, Key extends keyof Sample>(samples: readonly Sample[], key: Key) =>
  samples.map((each) => each[key])

/** Compares the figures of two series that were measured in turn, one after the other. */
export const comparer =
  <Key extends string>(ours: Record<Key, number>[], peer: { name: string; samples: Record<Key, number>[] }) =>
  (goal: string, what: string, key: Key, unit: string, limits: Limits): Finding =>
    comparison({ goal, what, limits, unit }, pick(ours, key), {
      name: peer.name,
      values: pick(peer.samples, key),
    })

/** How many times the figure of a peer, measured in turn, ours is. */
export function comparison(
  { unit, ...goal }: Pick<Finding, 'goal' | 'what' | 'limits'> & { unit: string },
  ours: number[],
  peer: { name: string; values: number[] },
): Finding {
  const ratio = ratioOf(ours, peer.values)
  return {
    ...goal,
    value: ratio,
    unit: '×',
    against: { name: peer.name, ratio },
    figures: `${shown(median(ours))} against ${shown(median(peer.values))} ${unit}`,
  }
}

export type Verdict = 'goal met' | 'within budget' | 'goal missed' | 'DEFECT'

export function verdictOf({ value, limits: { better, goal, budget, defect } }: Finding): Verdict {
  if (Number.isNaN(value)) throw new Error('A figure that was not measured cannot be judged.')
  const keeps = (limit: number) => (better === 'lower' ? value <= limit : value >= limit)
  if (keeps(goal)) return 'goal met'
  if (defect !== undefined && !keeps(defect)) return 'DEFECT'
  return budget !== undefined && keeps(budget) ? 'within budget' : 'goal missed'
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Between two values it takes the share of each, so that the median of an even number lies in the middle. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? NaN
  const above = sorted[Math.ceil(place)] ?? NaN
  return below + (above - below) * (place - Math.floor(place))
}

/**
 * The ratio of two series measured in turn. Pairs of neighbours are compared first and their median taken then:
 * whatever else the machine did at the time weighed on both of a pair.
 */
export function ratioOf(ours: number[], anchor: number[]): number {
  if (ours.length !== anchor.length || ours.length === 0) throw new Error('Only equal series have a ratio.')
  return median(ours.map((value, round) => value / (anchor[round] ?? NaN)))
}

/** Three digits say all that a measurement knows. */
export function shown(value: string | number): string {
  if (typeof value === 'string') return value
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}
