import { feeItemKinds } from '#domain/plan/plan-material.ts'
import { tuitionYearName } from '#domain/plan/payment-schedule.ts'
import { savePreview } from '../fee-changes/fee-changes.ts'
import { changedBy, previewFees } from '../fee-changes/preview-fees.ts'
import { faultsOf, lockFees, writeYear, type FeeFault } from '../schools/fee-schedules.ts'
import type { FeeItem, NewFeeSchedule, Term } from '../schools/schools.reads.ts'
import { amount, basisPoints, date, oneOf, optional, text, year, yesOrNo, type RowOf } from './columns.ts'
import { importKind, type ImportWork } from './import-kind.ts'
import { listFeeScheduleKeys, listKnownSchools, type KnownSchool } from './imports.store.ts'

const columns = {
  /** The school's public id, such as sch-wattlegrove. */
  school: text(61),
  year,
  /** Whether the row is a term or a fee. */
  kind: oneOf(['Term', ...feeItemKinds]),
  /** The number of a term or the name of a fee. */
  name: text(80),
  year_level: optional(text(40), null),
  amount: optional(amount, null),
  percent: optional(basisPoints, null),
  discountable: optional(yesOrNo, null),
  tax_percent: optional(basisPoints, 0),
  /** Options, separated by semicolons. */
  options: optional(text(1000), ''),
  starts_on: optional(date, null),
  ends_on: optional(date, null),
}
type Row = RowOf<typeof columns>

/** Fees for years that no plan depends on. */
export const feeScheduleImport = importKind({
  role: 'admin',
  action: 'FeeSchedulesImported',
  columns,
  async write(work, rows) {
    const { tx, problems } = work
    const taken = new Set((await listFeeScheduleKeys(tx)).map(({ schoolId, year }) => `${schoolId} ${year}`))
    return forEachYear(work, rows, async (fees, line) => {
      const { schoolId, year } = fees
      await lockFees(tx, schoolId)
      // This check comes first, because replacing the fees would be refused for the same reason.
      const { length: plans } = changedBy(await previewFees(tx, fees, work.deps.clock()))
      if (plans > 0) {
        const problem = `${plans} ${plans === 1 ? 'plan depends' : 'plans depend'} on these fees: preview the change with "fees preview", then apply it`
        return problems.add(line, 'year', problem)
      }
      if (taken.has(`${schoolId} ${year}`) && !work.mayReplace) {
        const problem = 'The school has fees for this year already: add --replace to replace them'
        return problems.add(line, 'year', problem)
      }
      await writeYear(tx, fees)
    })
  },
})

/** New fees for years that plans depend on. The file only makes a preview, which staff check and apply. */
export const feeChangeImport = importKind({
  role: 'admin',
  action: 'FeeChangesPreviewed',
  columns,
  write: (work, rows) =>
    forEachYear(work, rows, async (fees) => {
      work.feeChanges.push(await savePreview(work.tx, work.deps, work.actor, fees))
    }),
})

/** Reads each school and year of the file and hands over the valid ones. */
async function forEachYear(
  work: ImportWork,
  rows: readonly Row[],
  handOver: (fees: NewFeeSchedule, line: number) => Promise<void>,
): Promise<Record<string, number>> {
  const schools = new Map((await listKnownSchools(work.tx)).map((school) => [school.larkwellId, school]))
  const groups = [...Map.groupBy(rows, (row) => `${row.school} ${row.year}`).values()]
  let items = 0
  let done = 0
  for (const group of groups) {
    const [first] = group
    if (!first) continue
    const school = schools.get(first.school)
    if (!school) {
      for (const { line } of group) work.problems.add(line, 'school', 'School not found')
      continue
    }
    const fees = readGroup(work, school, first.year, group)
    if (fees) await handOver(fees, first.line)
    items += fees?.items.length ?? 0
    done += group.length
    work.onProgress(done)
  }
  return { feeSchedules: groups.length, feeItems: items }
}

function readGroup(
  { problems }: ImportWork,
  school: KnownSchool,
  year: number,
  group: readonly Row[],
): NewFeeSchedule | undefined {
  const before = problems.count()
  const termRows = group.filter(({ kind }) => kind === 'Term').sort((a, b) => Number(a.name) - Number(b.name))
  const itemRows = group.filter(({ kind }) => kind !== 'Term')
  const terms = termRows.map((row) => {
    if (row.starts_on === null) problems.add(row.line, 'starts_on', 'A term needs its first day')
    if (row.ends_on === null) problems.add(row.line, 'ends_on', 'A term needs its last day')
    return { no: Number(row.name), startsOn: row.starts_on, endsOn: row.ends_on }
  })
  const [{ line } = { line: 1 }] = group
  if (terms.length === 0)
    problems.addMissing(line, 'kind', `The file has no term for ${tuitionYearName(year, school.region)}`)
  if (itemRows.length === 0)
    problems.addMissing(line, 'kind', `The file has no fee for ${tuitionYearName(year, school.region)}`)
  if (problems.count() > before || terms.length === 0 || itemRows.length === 0) return undefined
  const schedule = { schoolId: school.id, year, terms: terms as Term[], items: itemRows.map(itemOf) }
  for (const fault of faultsOf(school.region, schedule)) {
    const row = (fault.of === 'terms' ? termRows : itemRows)[fault.index]
    // The number of a term depends on the terms before it.
    if (fault.field === 'no') problems.addMissing(row?.line ?? line, columnOf(fault), fault.problem)
    else problems.add(row?.line ?? line, columnOf(fault), fault.problem)
  }
  return problems.count() > before ? undefined : schedule
}

function itemOf(row: Row): Omit<FeeItem, 'id'> {
  return {
    kind: row.kind as FeeItem['kind'],
    yearLevel: row.year_level,
    name: row.name,
    amount: row.amount,
    percentBasisPoints: row.percent,
    isDiscountable: row.discountable ?? row.kind === 'Fixed',
    taxBasisPoints: row.tax_percent,
    options: row.options.split(';').flatMap((option) => option.trim() || []),
  }
}

const columnNames: Record<string, keyof typeof columns> = {
  no: 'name',
  startsOn: 'starts_on',
  endsOn: 'ends_on',
  yearLevel: 'year_level',
  name: 'name',
  amount: 'amount',
  percent: 'percent',
  options: 'options',
}

function columnOf({ field }: FeeFault): string {
  return columnNames[field] ?? field
}
