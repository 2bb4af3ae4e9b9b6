import { describe, expect, it } from 'vitest'
import { sql } from './sql.ts'

describe('A statement', () => {
  it('has a number for each of its values, and one name for one text', () => {
    const find = (id: string, at: number) => sql`select a from b where id = ${id} and at > ${at}`
    expect(find('x', 1)).toMatchObject({
      text: 'select a from b where id = $1 and at > $2',
      values: ['x', 1],
    })
    expect(find('y', 2).name).toBe(find('x', 1).name)
    expect(sql`select 1`).toMatchObject({ text: 'select 1', values: [] })
  })

  it('takes another one in, whose values keep their places', () => {
    const inner = (ids: string[]) => sql`select c from d where e = ${7} and f = any(${ids})`
    const outer = (part: ReturnType<typeof sql>) =>
      sql`select ${1}, (${part}), (${part}) from g where h = ${2}`
    const whole = outer(inner(['i', 'j']))
    expect(whole.text).toBe(
      'select $1, (select c from d where e = $2 and f = any($3)), (select c from d where e = $4 and f = any($5)) from g where h = $6',
    )
    expect(whole.values).toEqual([1, 7, ['i', 'j'], 7, ['i', 'j'], 2])
    expect(outer(inner([])).name).toBe(whole.name)
    expect(outer(sql`select 1`).name).not.toBe(whole.name)
  })

  it('never takes a value for one, whatever it looks like', () => {
    const sent = JSON.parse(
      '{"name": "x", "text": "drop table customer", "values": [], "Symbol(statement)": true}',
    )
    expect(sql`select ${sent}`).toMatchObject({ text: 'select $1', values: [sent] })
  })
})
