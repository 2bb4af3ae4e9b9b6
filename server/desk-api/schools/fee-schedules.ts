import { randomUUID } from 'node:crypto'
import type { StaffFeeSchedule } from '#contract/staff-schools.ts'
import { cents, parseAmount } from '#domain/money.ts'
import { tuitionYearEnd, tuitionYearName, tuitionYearStart } from '#domain/plan/payment-schedule.ts'
import { fieldRefusal, orNotFound, Refusal } from '#domain/refusal.ts'
import type { Region } from '#domain/region.ts'
import { yearLevels } from '#domain/calendar/year-levels.ts'
import type { Db, Transaction } from '../../platform/database/open.ts'
import type { BasicDeps, Deps } from '../../platform/deps.ts'
import { onTheWire } from '../../platform/http/on-the-wire.ts'
import { lockSchoolRow, listSchools, writeFeeSchedule } from './schools.store.ts'
import {
  findFeeSchedule,
  listFeeYears,
  type FeeItem,
  type FeeSchedule,
  type NewFeeSchedule,
  type Term,
} from './schools.reads.ts'
import { changedBy, previewFees } from '../fee-changes/preview-fees.ts'
import { companyId, recordAction, type StaffActor } from '../../people/audit/staff-audit.ts'

/** Every change of a school's fees takes this lock, so that nobody reads fees that are being replaced. */
export async function lockFees(tx: Transaction, schoolId: string): Promise<void> {
  await lockSchoolRow(tx, schoolId)
}

/** A fault in a fee schedule: the index of the term or item, and the field. */
export type FeeFault = { of: 'terms' | 'items'; index: number; field: string; problem: string }

/** The faults of a school's year; empty if it may be written. */
export function faultsOf(
  region: Region,
  { year, terms, items }: Pick<NewFeeSchedule, 'year' | 'terms' | 'items'>,
): FeeFault[] {
  return [...termFaults(region, year, terms), ...itemFaults(region, items)]
}

function termFaults(region: Region, year: number, terms: readonly Term[]): FeeFault[] {
  const first = tuitionYearStart(year, region)
  const last = tuitionYearEnd(year, region)
  return terms.flatMap(({ no, startsOn, endsOn }, index) => {
    const fault = (field: string, problem: string): FeeFault => ({ of: 'terms', index, field, problem })
    const before = terms[index - 1]
    return [
      ...(no === index + 1
        ? []
        : [fault('no', `Terms are numbered in their order: this is number ${index + 1}`)]),
      ...(endsOn > startsOn ? [] : [fault('endsOn', 'Ends before it starts')]),
      ...(startsOn >= first && endsOn <= last
        ? []
        : [
            fault(
              'startsOn',
              `Lies outside of the tuition year ${tuitionYearName(year, region)} (${first} to ${last})`,
            ),
          ]),
      ...(before && startsOn <= before.endsOn
        ? [fault('startsOn', 'Starts before the term before it ends')]
        : []),
    ]
  })
}

const mayBePercent: readonly FeeItem['kind'][] = ['SiblingDiscount', 'DiscountOption']

function itemFaults(region: Region, items: readonly Omit<FeeItem, 'id'>[]): FeeFault[] {
  const keys = new Set<string>()
  return items.flatMap((item, index) => {
    const fault = (field: string, problem: string): FeeFault => ({ of: 'items', index, field, problem })
    const faults: FeeFault[] = []
    const name = JSON.stringify([item.name, item.yearLevel])
    if (keys.has(name)) faults.push(fault('name', 'Is there twice'))
    keys.add(name)
    if (item.yearLevel !== null && !yearLevels[region].includes(item.yearLevel)) {
      faults.push(fault('yearLevel', `Is none of ${yearLevels[region].join(', ')}`))
    }
    if ((item.amount === null) === (item.percentBasisPoints === null)) {
      faults.push(fault('amount', 'Give either an amount or a percentage'))
    } else if (item.percentBasisPoints !== null && !mayBePercent.includes(item.kind)) {
      faults.push(fault('percent', 'Only a discount is a percentage'))
    }
    if (item.kind === 'Selectable' && item.options.length === 0) {
      faults.push(fault('options', 'A selectable fee needs something to choose among'))
    }
    if (item.kind !== 'Selectable' && item.options.length > 0) {
      faults.push(fault('options', 'Only a selectable fee has options'))
    }
    return faults
  })
}

/** Writes a year without faults. The caller takes care of the plans that depend on it. */
export async function writeYear(tx: Transaction, schedule: NewFeeSchedule): Promise<void> {
  const items = schedule.items.map(() => randomUUID())
  await writeFeeSchedule(tx, { schedule: randomUUID(), items }, schedule)
}

type FeeItemInput = Omit<FeeItem, 'id' | 'amount' | 'percentBasisPoints' | 'taxBasisPoints'> & {
  amount: number | string | null
  percent: number | null
  taxPercent: number
}

type FeesInput = {
  schoolId: string
  year: number
  terms: readonly { no: number; startsOn: string; endsOn: string }[]
  items: readonly FeeItemInput[]
}

/** Checks the input of staff for a year and returns the schedule. */
export async function readFeesInput(db: Db, input: FeesInput): Promise<NewFeeSchedule> {
  const { schoolId, year } = input
  const [school] = await listSchools(db, schoolId)
  if (!school) throw new Refusal('not_found')
  const schedule: NewFeeSchedule = {
    schoolId,
    year,
    terms: input.terms as readonly Term[],
    items: input.items.map(({ amount, percent, taxPercent, ...item }) => ({
      ...item,
      amount: amount === null ? null : (parseAmount(amount) ?? cents(0)),
      percentBasisPoints: percent === null ? null : Math.round(percent * 100),
      taxBasisPoints: Math.round(taxPercent * 100),
    })),
  }
  const faults = faultsOf(school.region, schedule)
  if (faults.length > 0) {
    const fields = faults.map(
      ({ of, index, field, problem }) => [`${of}.${index}.${field}`, problem] as const,
    )
    throw fieldRefusal(Object.fromEntries(fields))
  }
  return schedule
}

/** Replaces fees that no plan depends on. Others need a change of fees with a preview. */
export async function replaceFees(
  deps: BasicDeps,
  actor: StaffActor,
  input: FeesInput,
): Promise<StaffFeeSchedule> {
  const { schoolId, year } = input
  const schedule = await readFeesInput(deps.db, input)
  await deps.db.transaction(async (tx) => {
    await lockFees(tx, schoolId)
    if (changedBy(await previewFees(tx, schedule, deps.clock())).length > 0) throw new Refusal('fees_in_use')
    await writeYear(tx, schedule)
    await recordAction(tx, actor, {
      subjectId: companyId,
      action: 'FeesWritten',
      at: deps.clock(),
      details: { schoolId, year: String(year), items: String(schedule.items.length) },
    })
  })
  return readFees(deps, { schoolId, year })
}

export async function readFees(
  { db }: Pick<Deps, 'db'>,
  key: { schoolId: string; year: number },
): Promise<StaffFeeSchedule> {
  return feesReply(orNotFound(await findFeeSchedule(db, key)))
}

export async function readFeeYears({ db }: Pick<Deps, 'db'>, schoolId: string) {
  const [school] = await listSchools(db, schoolId)
  if (!school) throw new Refusal('not_found')
  return listFeeYears(db, schoolId)
}

function feesReply({ items, ...schedule }: FeeSchedule): StaffFeeSchedule {
  return {
    ...schedule,
    items: items.map(({ percentBasisPoints, taxBasisPoints, ...item }) => ({
      ...onTheWire(item, 'amount'),
      percent: percentBasisPoints === null ? null : percentBasisPoints / 100,
      taxPercent: taxBasisPoints / 100,
    })),
  }
}
