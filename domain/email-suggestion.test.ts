import { describe, expect, it } from 'vitest'
import { suggestedEmail } from './email-suggestion.ts'

describe('An e-mail address', () => {
  it.each([
    ['two letters have changed places', 'Olivia@gmial.com', 'olivia@gmail.com'],
    ['a letter is missing', 'olivia@gmal.com', 'olivia@gmail.com'],
    ['a letter is doubled', 'olivia@hotmaill.com', 'olivia@hotmail.com'],
    ['a letter is another one', 'olivia@gnail.com', 'olivia@gmail.com'],
    ['the last letter is missing', ' olivia@outlook.co ', 'olivia@outlook.com'],
    ['the ending is another one', 'olivia@yahoo.con', 'olivia@yahoo.com'],
    ['the dot is missing', 'olivia@gmailcom', 'olivia@gmail.com'],
    ['it is an Australian provider', 'olivia@bigpnd.com', 'olivia@bigpond.com'],
    ['it has two dots', 'olivia@optusnet.com.sau', 'olivia@optusnet.com.au'],
    ['it is a British provider', 'olivia@btinternet.con', 'olivia@btinternet.com'],
    ['the country is wrong', 'olivia@yahoo.com.uk', 'olivia@yahoo.co.uk'],
    ['the provider has no such country', 'olivia@gmail.com.au', 'olivia@gmail.com'],
  ])('gets a suggestion where %s', (_, typed, meant) => {
    expect(suggestedEmail(typed)).toBe(meant)
  })

  it.each([
    'olivia@gmail.com',
    'olivia@hotmail.co.uk',
    'olivia@ymail.com',
    'olivia@hotmail.fr',
    'olivia@hotmail.ca',
    'olivia@yahoo.co.nz',
    'olivia@aon.com',
    'olivia@demo.example',
    'olivia',
    'olivia@',
    '@gmial.com',
    'a@b@gmial.com',
    '',
  ])('%j is left as it is', (typed) => {
    expect(suggestedEmail(typed)).toBeNull()
  })
})
