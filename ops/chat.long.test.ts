import { describe, expect, it } from 'vitest'
import { addFamily } from '#tools/testing/family.ts'
import { testServer } from '#tools/testing/server.ts'
import { commandsOf } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'

const server = await testServer()
const owen = commandsOf(server, (await addStaff(server, 'operations')).token)
const priya = commandsOf(server, (await addStaff(server, 'support')).token)
const why = ['--reason', 'Asked often']

let writers = 0
async function chat() {
  writers += 1
  const [email, mobile] = [`writer${writers}@demo.example`, `+6149157501${writers}`]
  await addFamily(server, { email, mobile })
  const token = await server.logIn(email, mobile)
  const write = (text: string) => server.call('POST /api/portal/customer/chat', { token, body: { text } })
  await write('Can this one wait?')
  const listed = async () =>
    (await priya.raw('conversations', 'list')).find((each: { email: string }) => each.email === email)
  return { id: (await listed()).id as string, write, listed }
}

describe('From the keyboard,', () => {
  it('what waits is shown, taken by one, taken over by another, and given back', async () => {
    const { id } = await chat()
    expect(await priya.done('queue', 'show', 'chat', id)).toMatch(/Taken by +nobody[^]*Can this one wait\?/)
    expect(await priya.done('queue', 'take', 'chat', id)).toMatch(/^Yours: /)
    const taken = await owen.ops('queue', 'take', 'chat', id)
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('Sam support')])
    await owen.done('queue', 'take', 'chat', id, '--takeover')
    expect(await priya.done('queue', 'release', 'chat', id)).toBe('Sam operations has it.')
    expect(await owen.done('queue', 'release', 'chat', id)).toBe('Released.')
  })

  it('a conversation is closed and opened again, next to how its family stands', async () => {
    const { id, listed } = await chat()
    expect(await priya.done('conversations', 'facts', id)).toMatch(/Family +Bennett[^]*Balance/)
    await priya.done('conversations', 'close', id, ...why)
    expect((await listed()).closedAt).not.toBeNull()
    await priya.done('conversations', 'reopen', id, ...why)
    expect((await listed()).closedAt).toBeNull()
  })

  it('answers that we give often are added, filled in for who writes, changed and removed', async () => {
    const { id } = await chat()
    await owen.done('replies', 'add', 'We are looking', 'Hi {first name}, we look into it.', ...why)
    const find = async () =>
      (await owen.raw('replies', 'list')).find(({ title }: { title: string }) => title.startsWith('We are'))
    expect(await priya.done('replies', 'list', id)).toContain('Hi Olivia, we look into it.')
    const reply = (await find()).id as string
    await owen.done('replies', 'change', reply, 'We are on it', 'Today, {first name}.', ...why)
    expect(await find()).toMatchObject({ title: 'We are on it' })
    await owen.done('replies', 'remove', reply, ...why)
    expect(await find()).toBeUndefined()
  })
})
