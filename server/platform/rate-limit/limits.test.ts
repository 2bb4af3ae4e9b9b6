import { describe, expect, it } from 'vitest'
import { limits, readRateLimits } from './limits.ts'

const { hits: reads } = limits['session-reads']
const { hits: codes } = limits['send-code-address']

describe('The rate limit settings', () => {
  it.each([
    ['nothing', undefined, undefined, { 'session-reads': reads, 'send-code-address': codes }],
    ['an empty text', '', undefined, { 'session-reads': reads }],
    ['one figure', '{"session-reads":7}', undefined, { 'session-reads': 7, 'send-code-address': codes }],
    ['two', '{"session-reads": 7, "uploads": 3}', undefined, { 'session-reads': 7, uploads: 3 }],
    ['a scale, by address', '', '1000', { 'session-reads': reads, 'send-code-address': codes * 1000 }],
    ['a smaller scale', '', '0.33', { 'send-code-address': 7 }],
    [
      'both',
      '{"session-reads":7,"send-code-address":2}',
      '10',
      { 'session-reads': 7, 'send-code-address': 20 },
    ],
  ])('say %s', (_, text, scale, figures) => {
    expect(readRateLimits(text, scale)).toMatchObject(figures)
  })

  it.each([
    ['an unknown name', '{"sesion-reads":5}', undefined, /knows no "sesion-reads", only .*session-reads/],
    ['a property of every object', '{"toString":5}', undefined, /knows no "toString"/],
    ['no JSON', 'uploads=5', undefined, /must be JSON, not "uploads=5"/],
    ['no object', '5', undefined, /must be JSON/],
    ['zero', '{"uploads":0}', undefined, /not "0"/],
    ['a negative number', '{"uploads":-1}', undefined, /not "-1"/],
    ['a half', '{"uploads":1.5}', undefined, /not "1.5"/],
    ['words', '{"uploads":"many"}', undefined, /not "many"/],
    ['a scale of zero', '', '0', /above zero, not "0"/],
    ['a scale in words', '', 'large', /^must be a number above zero, not "large"/],
  ])('are refused with %s', (_, text, scale, complaint) => {
    expect(() => readRateLimits(text, scale)).toThrow(complaint)
  })
})
