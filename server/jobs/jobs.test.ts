import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'

const longerThanAJobWaits = 2_500

it('leaves its jobs to another process where it is told to', async () => {
  const serving = await testServer({ doesJobs: false })
  const [email, mobile] = ['elsewhere@demo.example', '+61491574302']
  await addFamily(serving, { email, mobile })
  const { status } = await serving.call('POST /api/auth/customer/send-otp', { body: { email } })
  expect(status).toBe(200)
  await sleep(longerThanAJobWaits)
  const waiting = await serving.deps.db.many(
    sql`select state from pgboss.job where name = 'send-log-in-code'`,
  )
  expect(waiting).toEqual([{ state: 'created' }])
  const working = await startBeside(serving)
  const { code } = await serving.message(mobile, 'sms')
  expect(code).toMatch(/^\d{6}$/)
  working.child.kill('SIGTERM')
  await working.exit
})
