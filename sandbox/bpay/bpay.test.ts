import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const depositFolder = mkdtempSync(join(tmpdir(), 'sandbox-bpay-'))
const sandbox = await startSandbox({ depositFolder })
afterAll(async () => {
  await sandbox.close()
  rmSync(depositFolder, { recursive: true, force: true })
})

const post = async (path: string, body: object, url = sandbox.url) => {
  const reply = await fetch(`${url}/_sandbox/api/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}
const textOf = (name = '') => readFileSync(join(depositFolder, name), 'utf8')
const paid = { billerCode: '254781', crn: '000016725', amount: 120.5 }

describe('The bank', () => {
  beforeEach(async () => {
    rmSync(depositFolder, { recursive: true, force: true })
    // Eleven in the evening in London is the next day in Sydney.
    await post('clock', { now: '2026-03-20T23:00:00Z' })
  })

  it('writes a file for a receipt, dated by Sydney time', async () => {
    const { status, body } = await post('bpay/receipt', paid)
    expect([status, body.name]).toEqual([200, 'bpay-20260321-0001.csv'])
    expect(textOf(body.name)).toMatch(
      /^00,BPAY,1,20260321\n50,254781,000016725,12050,20260321,[A-Z0-9]{20}\n99,1,12050\n$/,
    )
  })

  it('never reuses a file name, wherever the biller has moved the file', async () => {
    const { body } = await post('bpay/receipt', paid)
    mkdirSync(join(depositFolder, 'imported'))
    renameSync(join(depositFolder, body.name ?? ''), join(depositFolder, 'imported', body.name ?? ''))
    expect((await post('bpay/receipt', paid)).body.name).toBe('bpay-20260321-0002.csv')
  })

  it('never reuses a reference, not even after a reset', async () => {
    const one = await post('bpay/receipt', paid)
    await post('reset', { now: '2026-03-20T23:00:00Z' })
    const other = await post('bpay/receipt', paid)
    expect(textOf(one.body.name)).not.toBe(textOf(other.body.name))
  })

  it('refuses a reference with a wrong check digit, unless it is forced', async () => {
    const wrong = { ...paid, crn: '000016724' }
    expect((await post('bpay/receipt', wrong)).status).toBe(400)
    expect(existsSync(join(depositFolder, 'bpay-20260321-0001.csv'))).toBe(false)
    expect((await post('bpay/receipt', { ...wrong, force: true })).status).toBe(200)
  })

  it.each([
    [{ ...paid, amount: 1.005 }],
    [{ ...paid, amount: -1 }],
    [{ ...paid, crn: '5' }],
    [{ ...paid, billerCode: 254_781 }],
    [{ ...paid, date: '20/03/2026' }],
  ])('refuses %j', async (receipt) => {
    expect((await post('bpay/receipt', receipt)).status).toBe(400)
  })

  it('writes any file a test needs', async () => {
    const lines = [
      { ...paid, date: '2026-03-18', bankReference: 'A1' },
      { ...paid, amount: '0.09', date: '2026-03-19', bankReference: 'A2' },
    ]
    await post('bpay/file', { lines, name: 'mine.csv', trailer: { count: 3 } })
    expect(textOf('mine.csv')).toBe(
      '00,BPAY,1,20260321\n50,254781,000016725,12050,20260318,A1\n50,254781,000016725,9,20260319,A2\n99,3,12059\n',
    )
    expect((await post('bpay/file', { lines, name: '../mine.csv' })).status).toBe(400)
  })

  it('reports that it has no folder', async () => {
    const other = await startSandbox()
    expect((await post('bpay/receipt', paid, other.url)).status).toBe(400)
    await other.close()
  })
})
