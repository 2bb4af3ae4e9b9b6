import { expect, it } from 'vitest'
import { planner, setFees, travelTo } from '#tools/testing/planner.ts'
import { testServer } from '#tools/testing/server.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { deps, call } = server
await travelTo(server, '2027-05-10T02:00:00Z')
const { token } = await addStaff(server, 'operations')

const queueOf = async (accountId: string) => {
  const { body } = await call('GET /api/staff/queue?kind=PartYear&limit=500', { token })
  return body.items.filter((item: { accountId: string }) => item.accountId === accountId)
}
const ruby = {
  firstName: 'Ruby',
  lastName: 'Ong',
  startYear: 2027,
  startYearLevel: 'Year 7',
  reason: 'The school sent us the form',
}
const plan = { startDate: '2027-05-21', repaymentCount: 16 }

it('A plan that leaves out terms of a family that was here already waits for staff, until they say since when', async () => {
  const parent = await planner(server)
  await setFees(server, 'Wattle Grove College', 2027, [{ name: 'Tuition', amount: 16_000 }])
  const saved = await parent.save(plan)
  expect(saved.body).toMatchObject({ partYearAdjustment: null, totalAmount: 16_000 })
  expect(await queueOf(parent.accountId)).toEqual([])
  // As it was calculated before, for anybody who came after a term.
  await deps.db.run(sql`
    update plan set cover_from = '2027-05-10' where account_id = ${parent.accountId}`)
  await deps.db.run(sql`
    update plan_version set part_year_adjustment_minor = -400000 where account_id = ${parent.accountId}`)
  expect(await queueOf(parent.accountId)).toMatchObject([
    {
      amount: 4_000,
      about: expect.stringContaining(
        'leaves out the terms before 10 May 2027, but the family joined earlier',
      ),
    },
  ])

  const [enrolmentId = ''] = parent.enrolmentIds
  const said = await call(`PUT /api/staff/accounts/${parent.accountId}/enrolments/${enrolmentId}`, {
    token,
    body: { joinedOn: '2027-05-03', reason: 'New at the school in term 2' },
  })
  expect(said.status).toBe(200)
  expect(await queueOf(parent.accountId)).toEqual([])
})

it.each([
  ['today', {}, '2027-05-10'],
  ['on the day they say', { joinedOn: '2027-02-01' }, '2027-02-01'],
  ['before anything that we know', { joinedOn: null }, null],
])('A student whom staff enrol joins %s', async (_, said, joinedOn) => {
  const parent = await planner(server)
  const enrolled = await call(`POST /api/staff/accounts/${parent.accountId}/students`, {
    token,
    body: { ...ruby, ...said },
  })
  expect(enrolled.body.enrolments).toContainEqual(expect.objectContaining({ firstName: 'Ruby', joinedOn }))
})

it('A day of joining that no calendar has is refused', async () => {
  const parent = await planner(server)
  const refused = await call(`POST /api/staff/accounts/${parent.accountId}/students`, {
    token,
    body: { ...ruby, joinedOn: '2027-02-30' },
  })
  expect(refused).toMatchObject({ status: 400, body: { fields: { joinedOn: expect.any(String) } } })
})
