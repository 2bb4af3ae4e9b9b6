import { beforeAll, describe, expect, it } from 'vitest'
import type {
  FamilyFilter,
  SchoolFamily,
  SchoolLine,
  SchoolStanding,
} from '#contract/staff-school-standing.ts'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
const { db } = deps
const { token, staffId } = await addStaff(server, 'support')

let schoolId = ''
let families: { accountId: string; shortId: string }[] = []

/** What each family has for the year that is set up. */
const states = [
  { lastName: 'Able', plan: 'Saved', setup: 'NoFurtherSteps', hasMethod: true },
  { lastName: 'Baker', plan: 'Draft', setup: 'NoFurtherSteps', hasMethod: true },
  { lastName: 'Carter', plan: null, setup: 'NoFurtherSteps', hasMethod: true },
  { lastName: 'Dyer', plan: 'ManualReview', setup: 'ManualReview', hasMethod: true },
  { lastName: 'Ender', plan: 'Saved', setup: 'AddPaymentMethod', hasMethod: false },
  { lastName: 'Fuller', plan: 'Saved', setup: 'VerifyYourIdentity', hasMethod: true },
] as const

const read = async (path: string) => (await call(`GET /api/staff/${path}`, { token })).body
const standing = (): Promise<SchoolStanding> => read(`schools/${schoolId}/standing`)
const list = (query = ''): Promise<SchoolFamily[]> => read(`schools/${schoolId}/families?limit=200${query}`)

const nameOf = ({ familyName }: SchoolFamily) => familyName.replace(' family', '')

beforeAll(async () => {
  for (const { lastName } of states) {
    const { accountId } = await addFamily(server, {
      email: `${lastName.toLowerCase()}@demo.example`,
      mobile: null,
      lastName,
    })
    const row = await db.first<{ shortId: string; schoolId: string }>(sql`
      select short_id as "shortId", institution_id as "schoolId" from account where id = ${accountId}`)
    families.push({ accountId, shortId: row?.shortId ?? '' })
    schoolId = row?.schoolId ?? ''
  }
  const { year } = await standing()
  for (const [at, { plan, setup, hasMethod }] of states.entries()) {
    const accountId = families[at]?.accountId ?? ''
    await db.run(sql`update account set setup_status = ${setup} where id = ${accountId}`)
    await db.run(sql`
      update repayment_source set status = ${hasMethod ? 'Usable' : 'Unusable'} where account_id = ${accountId}`)
    if (plan)
      await db.run(sql`
        insert into plan (account_id, id, tuition_year, status, created_at)
        values (${accountId}, gen_random_uuid(), ${year}, ${plan}, ${deps.clock()})
        on conflict (account_id, tuition_year) do update set status = excluded.status`)
    else
      await db.run(
        sql`update plan set tuition_year = 2090 where account_id = ${accountId} and tuition_year = ${year}`,
      )
  }
})

describe('A school', () => {
  it('says how far its families are, each step holding those that follow', async () => {
    const { steps, waiting, families: count } = await standing()
    expect(count).toBe(states.length)
    expect(steps).toEqual({ Account: 6, Begun: 5, PlanSaved: 4, MethodAdded: 3, Ready: 1 })
    expect(waiting).toEqual({ NoPlan: 1, Draft: 1, NoMethod: 1, Identity: 1, InReview: 1, Ready: 1 })
  })

  it.each<[FamilyFilter, string[]]>([
    ['All', ['Able', 'Baker', 'Carter', 'Dyer', 'Ender', 'Fuller']],
    ['NotReady', ['Baker', 'Carter', 'Dyer', 'Ender', 'Fuller']],
    ['InReview', ['Dyer']],
    ['Overdue', ['Baker']],
    ['TwoPayers', []],
  ])('lists the families that are %s, as many as it counts', async (filter, names) => {
    await db.run(sql`
      update instalment set status = 'Overdue' where (account_id, plan_id, seq) in (
        select account_id, plan_id, seq from instalment
        where account_id = ${families[1]?.accountId} and status = 'Scheduled' order by due_on limit 1)`)
    const listed = await list(`&filter=${filter}`)
    expect(listed.map(nameOf).toSorted()).toEqual(names)
    expect((await standing()).filters[filter]).toBe(names.length)
  })

  it('says of each family what it lacks, by the same rule by which it counts', async () => {
    const listed = await list()
    const lacks = Object.fromEntries(listed.map((family) => [nameOf(family), family.setUp]))
    expect(lacks).toEqual({
      Able: 'Ready',
      Baker: 'Draft',
      Carter: 'NoPlan',
      Dyer: 'InReview',
      Ender: 'NoMethod',
      Fuller: 'Identity',
    })
    expect(listed[0]?.students.length).toBeGreaterThan(0)
  })

  it('gives its families page by page, each once, by name or id, and the look is on record', async () => {
    const pages: SchoolFamily[] = []
    for (let after = ''; ;) {
      const page: SchoolFamily[] = await read(
        `schools/${schoolId}/families?limit=4${after && `&after=${after}`}`,
      )
      pages.push(...page)
      if (page.length < 4) break
      after = page.at(-1)?.shortId ?? ''
    }
    expect(pages.map(({ shortId }) => shortId)).toEqual(families.map(({ shortId }) => shortId).toSorted())
    expect((await list('&text=car')).map(nameOf)).toEqual(['Carter'])
    expect(await list(`&text=${families[2]?.shortId.toLowerCase()}`)).toMatchObject([
      { familyName: 'Carter family' },
    ])
    const [seen] = await db.many(sql`
      select action from audit_event where actor_id = ${staffId} and subject_id = ${families[2]?.accountId} limit 1`)
    expect(seen).toEqual({ action: 'AccountsListed' })
  })

  it('gives them as a file', async () => {
    const reply = await fetch(`${server.url}/api/staff/schools/${schoolId}/families/file?filter=InReview`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const text = await reply.text()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/csv'),
    ])
    expect(text.split('\r\n')[1]).toMatch(/^Dyer family,LW\d+,/)
  })

  it('is listed with what was collected this month and what is overdue', async () => {
    const lines: SchoolLine[] = await read('school-standing')
    const own = lines.find((line) => line.schoolId === schoolId)
    expect(own).toMatchObject({ families: 6, ready: 1, hasFees: true })
    expect(own?.overdue).toBeGreaterThan(0)
    const none = lines.find(({ families: count }) => count === 0)
    expect(none).toMatchObject({ ready: 0, collected: 0, overdue: 0, nextRemittanceOn: null })
  })

  it('that nobody knows is not there', async () => {
    const gone = '00000000-0000-4000-8000-000000000000'
    expect((await call(`GET /api/staff/schools/${gone}/standing`, { token })).status).toBe(404)
  })
})
