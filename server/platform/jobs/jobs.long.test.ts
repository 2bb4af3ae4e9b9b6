import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { startBeside } from '#tools/testing/server-process.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../database/sql.ts'
import { createLog } from '../log.ts'
import { jobNames, openJobs, type JobHandlers } from './jobs.ts'

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

it('leaves jobs that take too long to the next process, and logs them', async () => {
  const { databaseUrl } = await testServer({ doesJobs: false })
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const jobs = await openJobs(databaseUrl, log, { doesJobs: true }, 1_000)
  let finish = () => {}
  let isBegun = false
  const endless = () => {
    isBegun = true
    return new Promise<void>((resolve) => (finish = resolve))
  }
  const handlers = Object.fromEntries(jobNames.map((name) => [name, endless]))
  await jobs.work(handlers as unknown as JobHandlers, { isOnSchedule: false })
  jobs.start('purge-expired', {})
  await expect.poll(() => isBegun).toBe(true)
  await jobs.stop()
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  expect(errors).toMatchObject([
    { job: 'purge-expired', count: 1, msg: expect.stringContaining('left to the next process') },
  ])
  finish()
})
