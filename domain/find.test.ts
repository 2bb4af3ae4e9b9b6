import { describe, expect, it } from 'vitest'
import { readTyped, nearNumbersOf, whyNothing, type Typed } from './find.ts'

const nothing: Omit<Typed, 'text'> = {
  words: [],
  emailBeginning: null,
  mobile: null,
  shortIdBeginning: null,
  bpayDigits: null,
  lastDigits: null,
  providerId: null,
  idBeginning: null,
}

describe('What is typed is read', () => {
  it.each<[string, string, Partial<Typed>]>([
    ['as a name, or the beginning of an e-mail address', 'Cole', { words: ['cole'], emailBeginning: 'cole' }],
    ['as a name of several words', '  Leena   SHARMA ', { words: ['leena', 'sharma'] }],
    ['as a name with a hyphen', 'Coleman-Ruiz', { words: ['coleman-ruiz'], emailBeginning: 'coleman-ruiz' }],
    ['as an e-mail address', 'D.Cole@example', { emailBeginning: 'd.cole@example' }],
    ['as nothing yet', 'c', {}],
    ['as the id that families quote', 'lw 20731', { shortIdBeginning: 'LW20731' }],
    [
      'as an Australian mobile',
      '0491 570 156',
      {
        mobile: { beginning: '+61491570156', isWhole: true },
        bpayDigits: '0491570156',
        idBeginning: '0491570156',
      },
    ],
    [
      'as a mobile with its country',
      '+61 491 570 156',
      { mobile: { beginning: '+61491570156', isWhole: true } },
    ],
    ['as the beginning of a mobile', '+61 491 57', { mobile: { beginning: '+6149157', isWhole: false } }],
    [
      'as a British mobile',
      '07700 900123',
      {
        mobile: { beginning: '+447700900123', isWhole: true },
        bpayDigits: '07700900123',
        idBeginning: '07700900123',
      },
    ],
    [
      'as the end of a card, or the beginning of an id',
      '4242',
      { lastDigits: '4242', shortIdBeginning: 'LW4242' },
    ],
    ['as the end of a bank account', '391', { lastDigits: '391' }],
    [
      'as a BPAY reference in fours',
      '3104 2041 8872',
      { bpayDigits: '310420418872', idBeginning: '310420418872' },
    ],
    ['as an id of the provider', 'pi_3QK2xY', { providerId: 'pi_3QK2xY', emailBeginning: 'pi_3qk2xy' }],
    [
      'as the beginning of an id of ours',
      '7f3a-91c2',
      { idBeginning: '7f3a91c2', emailBeginning: '7f3a-91c2' },
    ],
  ])('%s', (_, sent, read) => {
    const { text, ...rest } = readTyped(sent)
    expect(rest).toEqual({ ...nothing, ...read })
    expect(text).toBe(sent.trim().replaceAll(/\s+/g, ' '))
  })
})

describe('Digits with one slip', () => {
  it.each([
    ['the other way round', '1243', '2 digits swapped'],
    ['mistyped', '1239', '1 digit differs'],
    ['one too few', '12354', '1 digit missing'],
    ['one too many', '134', '1 digit too many'],
  ])('are recognised %s', (_, meant, difference) => {
    expect(nearNumbersOf('1234').find(({ text }) => text === meant)?.difference).toBe(difference)
  })

  it('are each there once, and never the digits themselves', () => {
    const texts = nearNumbersOf('11223344').map(({ text }) => text)
    expect(new Set(texts).size).toBe(texts.length)
    expect(texts).not.toContain('11223344')
  })
})

describe('Nothing found', () => {
  it.each([
    ['a', 'Type one more character', /too many/],
    ['3104 2041 8872', 'No account has the BPAY reference 3104 2041 8872', /check digit is wrong/],
    ['100000009', 'No account has the BPAY reference 1000 0000 9', /check digit is right/],
    ['LW20999', 'No account has the id LW20999', /once more/],
    ['0491 570 156', 'No customer has the mobile +61491570156', /another number/],
    ['4242', 'No payment method ends in 4242', /removed/],
    ['sue@bright.example', 'No customer has the e-mail address sue@bright.example', /beginning/],
    ['ch_3QK2xYabc', 'Charges are not kept under their own id', /pi_/],
    ['in_3QK2xYabc', 'Nothing has the provider’s id in_3QK2xYabc', /not those that begin with in_/],
    ['pi_3QK2xYabc', 'Nothing has the provider’s id pi_3QK2xYabc', /whole/],
    ['Zzyzx', 'Nobody is called “Zzyzx”', /by name/],
    ['%!', 'Nothing is found by “%!”', /LW20731/],
  ])('by %s is explained', (sent, title, reason) => {
    const why = whyNothing(readTyped(sent))
    expect(why.title).toBe(title)
    expect(why.reason).toMatch(reason)
  })
})
