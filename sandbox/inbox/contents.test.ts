import { describe, expect, it } from 'vitest'
import { findCode, findLinks } from './contents.ts'

describe('parsing a message', () => {
  it.each([
    ['Your Larkwell code is 048213.', '048213'],
    ['048213', '048213'],
    ['Call 1300123456 about order 12345', undefined],
    ['Nothing', undefined],
  ])('the code in "%s" is %s', (text, code) => {
    expect(findCode(text)).toBe(code)
  })

  it('finds the links of the HTML and the text, each once and without the full stop', () => {
    expect(
      findLinks(
        'Log in: https://portal.test/login?token=a.b&redirect=/x. Or (https://portal.test/help)',
        `<a href="https://portal.test/login?token=a.b&amp;redirect=/x">Log in</a><a href='http://x.test'>x</a><a href="mailto:a@b.c">m</a>`,
      ),
    ).toEqual([
      'https://portal.test/login?token=a.b&redirect=/x',
      'http://x.test',
      'https://portal.test/help',
    ])
  })
})
