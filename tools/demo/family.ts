import type { ContributionStatus } from '#domain/accounts.ts'
import type { Region } from '#domain/region.ts'
import type { SurchargeRate } from '#domain/payment-methods/surcharges.ts'
import type { Db } from '#server/platform/database/open.ts'
import { sql } from '#server/platform/database/sql.ts'
import { refreshHolidays } from '#server/plans/holidays/known-holidays.ts'
import { addAccount, createdDaysAgo, type Account, type AccountIds, type Setting } from './account.ts'
import { namedTexts } from './agreements.ts'
import { addConversation, type Said } from './conversations.ts'
import { drawnFiles, drawReally, type DrawFile } from './files.ts'
import { idOf } from './ids.ts'
import { daysAgo, happenedOn, momentIn } from './moment.ts'
import { addressOf, fullAddress, mobileOf, type Address } from './people.ts'
import { insertRows, noRows } from './rows.ts'
import { schools } from './schools.ts'

/** A customer and their accounts. Defaults are those of most families; null means none. */
export type Family = {
  email: string
  firstName: string
  lastName: string
  region?: Region
  mobile?: string | null
  address?: Address | null
  previousAddress?: Address
  birthDate?: string
  contribution?: ContributionStatus | null
  /** Messages to and from support, oldest first. */
  conversation?: Said[]
  accounts?: Account[]
}

type FamilyIds = { customerId: string; accounts: AccountIds[] }

/** Inserts one family. The schools must exist. All ids derive from the e-mail. */
export async function insertFamily(db: Db, family: Family, now: Date, draw?: DrawFile): Promise<FamilyIds> {
  const [ids] = await insertFamilies(db, [family], now, draw)
  if (!ids) throw new Error('The family was not inserted')
  return ids
}

export async function insertFamilies(
  db: Db,
  families: Family[],
  now: Date,
  draw = drawReally,
): Promise<FamilyIds[]> {
  // Payments of a plan fall on business days.
  await refreshHolidays(db)
  const setting: Setting = {
    rows: noRows(),
    files: [],
    now,
    surchargeRates: await listSurchargeRates(db),
    agreements: await namedTexts(db),
  }
  const ids = families.map((family) => addFamily(setting, family))
  setting.rows.stored_file.push(...(await drawnFiles(setting.files, draw)))
  await insertRows(db, setting.rows)
  return ids
}

function listSurchargeRates(db: Db): Promise<SurchargeRate[]> {
  return db.many(sql`
    select region, card_group as "cardGroup", basis_points as "basisPoints", valid_from as "validFrom",
      valid_to as "validTo"
    from surcharge_rate`)
}

function addFamily(setting: Setting, family: Family): FamilyIds {
  const { rows, now } = setting
  const { email, firstName, lastName } = family
  const customerId = idOf(email, 'customer')
  const accounts = family.accounts ?? [{}]
  const region = family.region ?? schools[accounts[0]?.school ?? 'Wattle Grove College'].region
  const moment = momentIn(region, now)
  rows.customer.push({
    id: customerId,
    email,
    first_name: firstName,
    last_name: lastName,
    mobile_e164: family.mobile === undefined ? mobileOf(region, email) : family.mobile,
    region,
    status: 'Active',
    birth_date: family.birthDate ?? null,
    created_at: happenedOn(daysAgo(moment, 1 + Math.max(0, ...accounts.map(createdDaysAgo))), moment),
  })
  const address = family.address === undefined ? addressOf(region, email) : family.address
  if (address) rows.customer_address.push(addressRow(customerId, 'Current', address))
  if (family.previousAddress) {
    rows.customer_address.push(addressRow(customerId, 'Previous', family.previousAddress))
  }
  const contribution = family.contribution === undefined ? 'Active' : family.contribution
  if (contribution) {
    rows.voluntary_contribution.push({
      customer_id: customerId,
      status: contribution,
      invite_url: `https://fund.larkwell.example/join/${customerId.slice(0, 8)}`,
    })
  }
  addConversation(rows, customerId, family.conversation ?? [], moment)
  const owner = { id: customerId, email, firstName, lastName }
  return {
    customerId,
    accounts: accounts.map((account, index) => addAccount(setting, account, index, owner)),
  }
}

function addressRow(customerId: string, status: 'Current' | 'Previous', address: Address) {
  return {
    customer_id: customerId,
    id: idOf(customerId, 'address', status),
    status,
    unit_no: address.unitNo ?? '',
    street_no: address.streetNo,
    street: address.street,
    suburb: address.suburb,
    state: address.state,
    postcode: address.postcode,
    full_address: fullAddress(address),
  }
}
