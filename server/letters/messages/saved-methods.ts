import { codeLifeMs } from '#domain/login.ts'
import type { Definitions } from './definition.ts'
import { autofillLine, fitName } from './text-message.ts'
import { money } from './wording.ts'
import { cents, type Cents } from '#domain/money.ts'
import type { Region } from '#domain/region.ts'

/** The facts of each of these letters. */
export type SavedMethodFacts = {
  /** A code for the owner of a saved method that a payment link is to use. */
  SavedMethodCode: { code: string; region: Region; schoolName: string; amount: Cents }
  SavedMethodCodeMail: {
    code: string
    region: Region
    schoolName: string
    amount: Cents
    firstName: string
  }
}

const life = `${codeLifeMs / 60_000} minutes`

/** The code says what it is for, so that a victim of fraud can see what passing it on would do. */
export const savedMethodKinds: Definitions<SavedMethodFacts> = {
  SavedMethodCode: {
    sample: {
      code: '402193',
      region: 'AU',
      schoolName: 'Wattle Grove College',
      amount: cents(1250_00),
    },
    channel: 'sms',
    isSecret: true,
    write: ({ code, region, amount, schoolName }, { brand, portalOrigin }) =>
      fitName(
        `${code} is your ${brand} code to pay ${money(amount, region)} by saved method to `,
        schoolName,
        `. Valid for ${life}. Never pass it on.${autofillLine(code, portalOrigin)}`,
      ),
  },

  SavedMethodCodeMail: {
    sample: {
      code: '402193',
      region: 'AU',
      schoolName: 'Wattle Grove College',
      amount: cents(1250_00),
      firstName: 'Amelia',
    },
    isSecret: true,
    write({ code, region, amount, schoolName }, { brand, support }) {
      return {
        subject: `Your ${brand} code to pay ${schoolName}`,
        preheader: `It works for ${life}.`,
        title: 'Your code to pay with a saved method',
        paragraphs: [
          `Somebody who has the payment link wants to pay ${schoolName} with a payment method that is saved in your account. If this is you, enter this code on the payment page. It works for ${life}.`,
        ],
        panel: { label: 'Code', figure: code, detail: `To pay up to ${money(amount, region)}` },
        closing: [
          `Never pass this code on. If this was not you, do nothing: without the code nothing is charged. If you are worried, call us on ${support[region].phone}.`,
        ],
        reason: 'This message was sent because a code was asked for on a payment page of your account.',
      }
    },
  },
}
