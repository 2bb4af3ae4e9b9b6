import type { FindMatch } from '#domain/find.ts'
import { familyNameOf } from '../../platform/database/family-name.ts'
import type { Db } from '../../platform/database/open.ts'
import { sql, type Statement } from '../../platform/database/sql.ts'

/** The id of a match, and the text that matched. */
export type Hit = { id: string; text?: string | null }
export type StudentHit = { accountId: string; id: string }

/** The count stops here: one more shows that there are more. */
export const maxCounted = 100
const most = maxCounted + 1
/** The limit of candidates of one kind: a common name has thousands, and the best begin with the text. */
const maxBeginning = 50
const maxContaining = 200

/** Sorts after every text with the same beginning, in plain character order. */
const end = '\u{10FFFF}'

/** A prefix condition for a column in plain character order, which an index answers as one range. */
const begins = (column: Statement, text: string) =>
  sql`${column} collate "C" >= ${text} and ${column} collate "C" < ${text + end}`

/** The index has groups of three characters: shorter words alone would scan all of it. */
const minIndexedLength = 3
export const isIndexed = (words: readonly string[]) => words.some(({ length }) => length >= minIndexedLength)

const wholeName = sql`lower(first_name || ' ' || last_name)`

function containsAll(column: Statement, words: readonly string[]): Statement {
  const conditions = words.map(
    (word) => sql`${column} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
  )
  return conditions.reduce(
    (all, condition) => sql`${all} and ${condition}`,
    isIndexed(words) ? sql`true` : sql`false`,
  )
}

/** Orders whole names first, then prefixes, then words inside, then parts of words. */
const nameOrder = (text: string) => sql`
  case when lower(last_name) = ${text} or ${wholeName} = ${text} then 0
    when starts_with(lower(last_name), ${text}) then 1
    when starts_with(${wholeName}, ${text}) then 2
    when position(' ' || ${text} in ${wholeName}) > 0 then 3 else 4 end,
  lower(last_name), lower(first_name)`

export async function listPeopleByName(db: Db, text: string, words: readonly string[]) {
  return db.many<Hit>(sql`
    select id from customer where id in (
      (select id from customer where ${begins(sql`lower(last_name)`, text)} limit ${maxBeginning})
      union (select id from customer where ${begins(wholeName, text)} limit ${maxBeginning})
      union (select id from customer where ${containsAll(wholeName, words)} limit ${maxContaining}))
    order by ${nameOrder(text)}, id limit ${most}`)
}

export async function listStudentsByName(db: Db, text: string, words: readonly string[]) {
  return db.many<StudentHit>(sql`
    select account_id as "accountId", id from student where (account_id, id) in (
      (select account_id, id from student where ${begins(sql`lower(last_name)`, text)} limit ${maxBeginning})
      union (select account_id, id from student where ${begins(sql`lower(first_name)`, text)} limit ${maxBeginning})
      union (select account_id, id from student where ${containsAll(wholeName, words)} limit ${maxContaining}))
    order by ${nameOrder(text)}, account_id, id limit ${most}`)
}

/** Lists schools by name without an index, as there are hundreds at most. */
export async function listSchoolsByName(db: Db, text: string, words: readonly string[]): Promise<Hit[]> {
  const conditions = words.map((word) => sql`position(${word} in lower(name)) > 0`)
  const all = conditions.reduce((whole, condition) => sql`${whole} and ${condition}`, sql`true`)
  return db.many<Hit>(sql`
    select id from institution where ${all}
    order by starts_with(lower(name), ${text}) desc, name, id limit ${most}`)
}

export async function listPeopleByEmail(db: Db, beginning: string): Promise<Hit[]> {
  return db.many<Hit>(sql`
    select id from customer where ${begins(sql`email`, beginning)} order by email collate "C" limit ${most}`)
}

export async function listPeopleByMobile(db: Db, beginning: string) {
  return db.many<Hit>(sql`
    select id from customer where ${begins(sql`mobile_e164`, beginning)}
    order by mobile_e164 collate "C", id limit ${most}`)
}

/** The families of these people and accounts, families of that name first. */
export async function listFamiliesOfMatches(
  db: Db,
  of: { customerIds: readonly string[]; accountIds: readonly string[]; text: string },
) {
  return db.many<Hit>(sql`
    select id from (
      select account.id, account.short_id, account.status, lower(coalesce(${familyNameOf(sql`account.id`)}, '')) as name
      from account where account.id in (
        select account_id from account_member where customer_id = any(${of.customerIds}::uuid[])
        union select unnest(${of.accountIds}::uuid[]))) as family
    order by case when name = ${of.text} then 0 when starts_with(name, ${of.text}) then 1
        when position(${of.text} in name) > 0 then 2 else 3 end,
      status = 'Active' desc, name, short_id limit ${most}`)
}

export async function listFamiliesByShortId(db: Db, beginning: string) {
  return db.many<Hit>(sql`
    select id from account where ${begins(sql`short_id`, beginning)} order by short_id collate "C" limit ${most}`)
}

export async function listFamiliesByReference(db: Db, beginning: string) {
  return db.many<Hit>(sql`
    select id, bpay_reference as text from account
    where bpay_reference is not null and ${begins(sql`bpay_reference`, beginning)}
    order by bpay_reference collate "C" limit ${most}`)
}

export async function listFamiliesByLastDigits(db: Db, digits: string) {
  return db.many<Hit>(sql`
    select account_id as id, min(display_name) as text from repayment_source
    where last4 = ${digits} and last4 is not null and status <> 'Removed'
    group by account_id order by account_id limit ${most}`)
}

export async function listFamiliesByProviderId(db: Db, providerId: string) {
  return db.many<Hit>(sql`
    select id from account where stripe_customer_id = ${providerId} and stripe_customer_id is not null
    union select account_id from repayment_source where provider_payment_method_id = ${providerId} limit ${most}`)
}

export async function listPaymentsByProviderId(db: Db, providerId: string) {
  return db.many<Hit>(sql`
    select id from payment where provider_payment_id = ${providerId}
    union select payment_id from dispute where provider_dispute_id = ${providerId}
    union select payment_id from refund where provider_refund_id = ${providerId}
    union select payment_id from refund_order where provider_refund_id = ${providerId} limit ${most}`)
}

/** The open payment requests of these families. */
export async function listOpenRequestsOf(db: Db, accountIds: readonly string[]) {
  return db.many<Hit>(sql`
    select id from payment_request where account_id = any(${accountIds}::uuid[]) and is_open
    order by array_position(${accountIds}::uuid[], account_id), due_on, id limit ${most}`)
}

export type Numbered = { by: Extract<FindMatch, 'ShortId' | 'BpayReference' | 'Mobile'>; texts: string[] }

/** The owners of these numbers: people for mobiles, families for the others. */
export async function listByNumbers(db: Db, { by, texts }: Numbered): Promise<Hit[]> {
  const from = {
    ShortId: sql`select id, short_id as text from account where short_id collate "C" = any(${texts}::text[])`,
    BpayReference: sql`
      select id, bpay_reference as text from account
      where bpay_reference is not null and bpay_reference collate "C" = any(${texts}::text[])`,
    Mobile: sql`select id, mobile_e164 as text from customer where mobile_e164 collate "C" = any(${texts}::text[])`,
  }
  return db.many<Hit>(sql`
    select id, text from (${from[by]}) as near order by array_position(${texts}::text[], text), id limit 5`)
}

export type NearNames = { people: Hit[]; students: StudentHit[]; schools: Hit[] }

/**
 * Names that are similar by groups of three characters. The threshold is a setting of the transaction, because the
 * index reads it only from there.
 */
export async function listNearNames(tx: Db, words: readonly string[]): Promise<NearNames> {
  await tx.run(sql`select set_config('pg_trgm.word_similarity_threshold', '0.35', true)`)
  const long = words.filter(({ length }) => length >= minIndexedLength)
  const isNear = (name: Statement) =>
    long.map((word) => sql`${word} <% ${name}`).reduce((all, each) => sql`${all} and ${each}`)
  const nearness = (name: Statement) =>
    long.map((word) => sql`word_similarity(${word}, ${name})`).reduce((all, each) => sql`${all} + ${each}`)
  const people = await tx.many<Hit>(sql`
    select id from customer where ${isNear(wholeName)} order by ${nearness(wholeName)} desc, id limit 5`)
  const students = await tx.many<StudentHit>(sql`
    select account_id as "accountId", id from student where ${isNear(wholeName)}
    order by ${nearness(wholeName)} desc, id limit 5`)
  const schoolName = sql`lower(name)`
  const schools = await tx.many<Hit>(sql`
    select id from institution where ${isNear(schoolName)} order by ${nearness(schoolName)} desc, id limit 3`)
  return { people, students, schools }
}

/** Compares only the part before the @: thousands share the domain. */
export async function listNearEmails(tx: Db, text: string): Promise<Hit[]> {
  const name = text.replace(/@.*$/, '')
  await tx.run(sql`select set_config('pg_trgm.similarity_threshold', '0.5', true)`)
  return tx.many<Hit>(sql`
    select id from customer where split_part(email, '@', 1) % ${name}
    order by similarity(email, ${text}) desc, id limit 5`)
}
