import type { Ask, Caller } from './mapped-overview.ts'

type Entry = { id: string; date: string; description: string | null; amount: string; school: string | null }

const entries = `
  select entry.id, entry.posted_on::text as date, entry.description, posting.amount_minor as amount,
    institution.name as school
  from ledger_entry entry
    join ledger_posting posting
      on posting.account_id = entry.account_id and posting.entry_id = entry.id and posting.book = 'Family'
    left join institution on institution.id = entry.institution_id
  where entry.account_id = $1 order by entry.posted_on desc, entry.created_at desc, entry.seq desc limit $2`
const balance = `
  select coalesce(sum(amount_minor), 0) as balance from ledger_posting where account_id = $1 and book = 'Family'`
const years = `
  select distinct extract(year from posted_on)::int as year from ledger_entry where account_id = $1 order by year desc`
const schools = `
  select distinct institution.id, institution.name
  from ledger_entry join institution on institution.id = institution_id where account_id = $1 order by name`

/** A page of an account with the balance after each row, and what the list can be narrowed to. */
export async function mappedTransactions(ask: Ask, { accountId, productType }: Caller, limit: number) {
  const [page, [sum], yearRows, schoolRows] = await Promise.all([
    ask<Entry>('entries', entries, [accountId, limit]),
    ask<{ balance: string }>('balance', balance, [accountId]),
    ask<{ year: number }>('years', years, [accountId]),
    ask<{ id: string; name: string }>('schools', schools, [accountId]),
  ])
  const current = Number(sum?.balance ?? 0)
  let after = current
  return {
    account: { productType },
    currentBalance: current / 100,
    transactions: page.map(({ id, date, description, amount, school }) => {
      const row = {
        id,
        date,
        typeDesc: description,
        amount: Number(amount) / 100,
        school: { name: school },
        isPending: false,
        isFailed: false,
        note: null,
        balance: after / 100,
        withdrawalStatus: null,
        schoolPayment: null,
      }
      after -= Number(amount)
      return row
    }),
    filters: { schools: schoolRows, years: yearRows.map(({ year }) => year) },
  }
}
