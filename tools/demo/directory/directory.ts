import type { Account, Directory, NextPayment } from '#sandbox/people/directory.ts'
import type { AccountSetupStatus } from '#domain/accounts.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { StaffRole } from '#domain/staff.ts'
import { listPaymentFacts } from '#server/people/accounts/plans.reads.ts'
import type { Db } from '#server/platform/database/open.ts'
import { refreshHolidays } from '#server/plans/holidays/known-holidays.ts'
import { payUrlOf } from '#server/books/payment-requests/request-links.ts'
import { demoFamilies, familyGroups, isShowcase } from '../families/families.ts'
import { idOf } from '../ids.ts'
import { requestIdOf } from '../requests.ts'
import { paymentToCome } from './payment-to-come.ts'
import {
  listFamilies,
  listRequestIds,
  listStaff,
  listUnsentNotices,
  type AccountRow,
  type FamilyRow,
} from './people.ts'

type DirectoryDeps = { db: Db; portalOrigin: string; now: Date }

/** From the database as it is now: a few statements for all families together. */
export async function readDirectory({ db, portalOrigin, now }: DirectoryDeps): Promise<Directory> {
  await refreshHolidays(db)
  const [families, unsent, staff] = await Promise.all([
    listFamilies(db),
    listUnsentNotices(db),
    listStaff(db),
  ])
  const active = families.flatMap(({ accounts }) => accounts.filter(({ isActive }) => isActive))
  const facts = await listPaymentFacts(
    db,
    active.map(({ id }) => id),
  )
  const next = new Map(facts.map((each) => [each.accountId, paymentToCome(each, unsent, now)]))
  return {
    portalUrl: portalOrigin,
    families: inGroups(families).map(({ family: { accounts, ...family }, group, shows }) => ({
      email: family.email,
      name: family.name,
      mobile: family.mobile,
      region: family.region,
      group,
      shows,
      accounts: accounts.map((account) => listedAccount(account, next.get(account.id) ?? null)),
    })),
    guests: await guestsOf(db, families, portalOrigin),
    staff: staff.map((member) => ({
      ...member,
      may: mayDo[member.role],
      command: `OPS_URL=${portalOrigin} npm run ops -- log-in ${member.email}`,
    })),
  }
}

const demoGroups = [
  { name: 'Start here', families: demoFamilies.filter(isShowcase) },
  ...familyGroups.map(({ name, families }) => ({
    name,
    families: families.filter((family) => !isShowcase(family)),
  })),
].flatMap(({ name, families }) =>
  families.map((family) => ({ id: idOf(family.email, 'customer'), group: name, family })),
)

/** In the order of the demo families; those that tests or staff have added come last. */
function inGroups(families: readonly FamilyRow[]): { family: FamilyRow; group: string; shows: string }[] {
  const byId = new Map(families.map((family) => [family.id, family]))
  const demo = demoGroups.flatMap(({ id, group, family: { shows } }) => {
    const family = byId.get(id)
    byId.delete(id)
    return family ? [{ family, group, shows }] : []
  })
  const others = [...byId.values()].map((family) => ({
    family,
    group: 'Added later',
    shows: 'Created after the demo was loaded.',
  }))
  return [...demo, ...others]
}

function listedAccount(
  { isSetupIncomplete, setupStatus, open, bpay, ...account }: AccountRow,
  nextPayment: NextPayment | null,
): Account {
  const wanted = bpay?.amountMinor ?? nextPayment?.amountMinor ?? open
  return {
    ...account,
    setUp: isSetupIncomplete ? toDo[setupStatus] : null,
    bpay: bpay && {
      billerCode: bpay.billerCode,
      reference: bpay.reference,
      amount: wanted > 0 ? toDecimal(cents(wanted)).toFixed(2) : '',
    },
    nextPayment,
  }
}

const toDo: Record<AccountSetupStatus, string | null> = {
  SetUpPaymentSchedule: 'has to choose a payment plan',
  AddPaymentMethod: 'has to add a payment method',
  VerifyYourIdentity: 'has to prove who they are',
  ManualReview: 'waits for a review by staff',
  StepsCompleted: null,
  NoFurtherSteps: null,
}

/** The ids of demo requests follow from their links, so that no link has to be decrypted. */
async function guestsOf(
  db: Db,
  families: readonly FamilyRow[],
  portalOrigin: string,
): Promise<Directory['guests']> {
  const names = new Map(families.map(({ id, name }) => [id, name]))
  const demo = demoGroups.flatMap(({ id, family }) =>
    (family.accounts ?? []).flatMap((account) =>
      (account.requests ?? []).map((request) => ({
        id: requestIdOf(request.id),
        guest: {
          url: payUrlOf({ portalOrigin }, request.id),
          shows: family.shows,
          family: names.get(id) ?? `${family.firstName} ${family.lastName}`,
          school: request.school ?? account.school ?? 'Wattle Grove College',
        },
      })),
    ),
  )
  const ids = demo.map(({ id }) => id)
  const known = new Set(await listRequestIds(db, ids))
  return demo.filter(({ id }) => known.has(id)).map(({ guest }) => guest)
}

const mayDo: Record<StaffRole, string> = {
  support: 'Looks up customers, sees the portal as they do, corrects contact data and answers the chat.',
  operations:
    'Also decides about plans, identity checks, invoices and withdrawals, asks for payments and refunds them.',
  admin: 'Also manages schools, fees, texts, settings and the staff themselves.',
}
