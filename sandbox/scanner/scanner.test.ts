import { afterAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const testText = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

async function scan(body: FormData | string) {
  const reply = await fetch(`${sandbox.url}/v2/scan`, { method: 'POST', body })
  return { status: reply.status, body: await reply.json() }
}

function form(...files: [name: string, content: string | Uint8Array<ArrayBuffer>][]): FormData {
  const data = new FormData()
  for (const [name, content] of files) data.append('file', new Blob([content]), name)
  return data
}

const ok = (FileName: string) => ({ Status: 'OK', Description: '', FileName })
const found = (FileName: string, Description: string) => ({ Status: 'FOUND', Description, FileName })

describe('the scanner', () => {
  it.each([
    ['a clean file', form(['a.pdf', 'hello']), 200, [ok('a.pdf')]],
    [
      'binary data with line breaks',
      form(['Škola.png', Uint8Array.of(13, 10, 45, 45, 0, 255, 13, 10)]),
      200,
      [ok('Škola.png')],
    ],
    ['an empty file', form(['a.pdf', '']), 200, [ok('a.pdf')]],
    [
      'the EICAR test text',
      form(['a.pdf', `%PDF ${testText} %%EOF`]),
      406,
      [found('a.pdf', 'Eicar-Test-Signature')],
    ],
    [
      'a test file name',
      form(['Reject.pdf', 'x']),
      406,
      [found('Reject.pdf', 'Sandbox.Rejected.UNOFFICIAL')],
    ],
    [
      'two files, one of them infected',
      form(['a.pdf', 'x'], ['b.pdf', testText]),
      406,
      [ok('a.pdf'), found('b.pdf', 'Eicar-Test-Signature')],
    ],
    ['no file at all', new FormData(), 200, []],
  ])('answers %s like the REST bridge of ClamAV', async (_, sent, status, body) => {
    expect(await scan(sent)).toEqual({ status, body })
  })

  it('ignores parts without a file name, and anything but a form', async () => {
    const data = new FormData()
    data.append('file', 'text')
    expect(await scan(data)).toMatchObject({ status: 422, body: [{ Status: 'ERROR' }] })
    expect((await scan('hello')).status).toBe(500)
  })

  it('accepts files of ten megabytes, and logs them without their bytes', async () => {
    const large = new Uint8Array(10 * 1024 * 1024).fill(65)
    expect((await scan(form(['large.pdf', large]))).status).toBe(200)
    const reply = await fetch(`${sandbox.url}/_sandbox/api/requests`)
    const { requests } = (await reply.json()) as {
      requests: { provider: string; body: string; status: number }[]
    }
    expect(requests[0]).toMatchObject({
      provider: 'scanner',
      status: 200,
      body: `file: large.pdf, application/octet-stream, ${large.length} bytes`,
    })
  })

  it('fails on request, also for a file with a certain name', async () => {
    const rule = { provider: 'scanner', times: 1, action: 'status:503', match: 'slow.pdf' }
    await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'POST', body: JSON.stringify(rule) })
    expect((await scan(form(['quick.pdf', 'x']))).status).toBe(200)
    const reply = await fetch(`${sandbox.url}/v2/scan`, { method: 'POST', body: form(['slow.pdf', 'x']) })
    expect(reply.status).toBe(503)
  })
})
