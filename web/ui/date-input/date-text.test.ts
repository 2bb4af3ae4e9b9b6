import { describe, expect, it } from 'vitest'
import { readDate, whyNotDate } from './date-text.ts'

describe('a typed date', () => {
  it.each([
    ['22/01/2027', '2027-01-22'],
    ['5/3/2026', '2026-03-05'],
    ['5-3-2026', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    [' 5 3 2026 ', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['22 January 2027', '2027-01-22'],
    ['22 jan 2027', '2027-01-22'],
    ['22 Sept. 2027', '2027-09-22'],
    ['1st May, 2027', '2027-05-01'],
    ['14june1984', '1984-06-14'],
    ['29/02/2028', '2028-02-29'],
  ])('"%s" is %s: the day comes first', (text, date) => {
    expect(readDate(text)).toBe(date)
  })

  it.each([
    '',
    '30 February 2026',
    '29/02/2027',
    '31/04/2026',
    '12/13/2026',
    '0/1/2026',
    '5/3/26',
    '5/3',
    '22 Janbruary 2027',
    '22 ma 2027',
    'January 2027',
    '2026-3-5',
    'tomorrow',
    '5/3/20261',
  ])('"%s" is not a date', (text) => {
    expect(readDate(text)).toBeUndefined()
  })
})

describe('a year of two digits', () => {
  it.each([
    ['5/3/27', { min: '2026-11-17', max: '2027-12-31' }, '2027-03-05'],
    ['5 Mar 27', { min: '2026-11-17' }, '2027-03-05'],
    ['14/6/84', { max: '2026-11-17' }, '1984-06-14'],
    ['5/3/07', { max: '2026-11-17' }, undefined],
    ['5/3/27', {}, undefined],
    ['5/3', { min: '2026-11-17' }, undefined],
    ['30/2/27', { min: '2026-11-17' }, undefined],
  ])('"%s" within %j is %s', (text, limits, date) => {
    expect(readDate(text, limits)).toBe(date)
  })
})

describe('a date field', () => {
  const limits = {
    min: '2026-03-05',
    max: '2026-12-31',
    isUnavailable: (date: string) => date === '2026-05-01',
  }

  it.each([
    ['5/3/2026', undefined],
    ['31/12/2026', undefined],
    ['31/12/26', undefined],
    ['4/3/2026', 'Choose a date from 5 March 2026'],
    ['1/1/2027', 'Choose a date up to 31 December 2026'],
    ['1/5/2026', 'This day cannot be chosen'],
    ['30/2/2026', 'Enter a date as day, month and year, such as 22/01/2027'],
  ])('reports the error of "%s": %s', (text, reason) => {
    expect(whyNotDate(text, limits)).toBe(reason)
  })

  it.each([
    ['4/3/2026', 'Too early or too late'],
    ['1/1/2027', 'Too early or too late'],
    ['1/5/2026', 'This day cannot be chosen'],
  ])('reports the error of the form itself for "%s", if it has one: %s', (text, reason) => {
    expect(whyNotDate(text, { ...limits, whyOutside: 'Too early or too late' })).toBe(reason)
  })
})
