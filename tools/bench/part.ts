import type { Families } from './families.ts'
import type { Finding } from './goal.ts'
import type { Row } from './report.ts'

/** What a part of the bench is given. */
export type Bench = {
  /** A folder of its own, gone afterwards. */
  folder: string
  /** A database full of families, made when the first part asks for it. */
  families(): Promise<Families>
  /** How often something is measured: `usual`, or once when it is only to be seen to run. */
  rounds(usual: number): number
  /** How many instalments are due in a run over all of them. */
  instalments: number
  /** What must be stopped at the end, however the end comes. */
  onEnd(stop: () => Promise<void>): void
}

export type Outcome = { findings: Finding[]; rows: Row[] }

/** One thing that is measured. A new one is a file of its own and a line in the table of bench.ts. */
export type Part = { name: string; measures: string; run(bench: Bench): Promise<Outcome> }
