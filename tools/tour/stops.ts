import type { Page } from '@playwright/test'

/** A picture of the tour: who looks at what, and the two sentences beside it. */
export type Stop = {
  /** The name of the picture's file. */
  picture: string
  title: string
  text: string
  /** Whose log-in. Without one, the page needs none. */
  email?: string
  /** An address of the portal, or the whole address of a page elsewhere. */
  path: string
  isPhone?: true
  isDark?: true
  /** Brings the page to what the picture is about, and waits until that is there. */
  show: (page: Page) => Promise<void>
}

type Sites = { sandboxUrl: string }

export function stopsOf({ sandboxUrl }: Sites): Stop[] {
  return [
    {
      picture: 'overview',
      title: 'What a family sees first',
      text:
        'The next payment comes first, with what it pays and from where, because that is why parents open the portal. ' +
        'All figures are calculated from the ledger, so what is paid and what is left always agree.',
      email: 'olivia@demo.example',
      path: '/',
      show: (page) => page.getByRole('button', { name: /How your next payment/ }).waitFor(),
    },
    {
      picture: 'explanation',
      title: 'Where a figure comes from',
      text: 'Every sum opens to the entries that make it up, in words. Nobody has to call us to learn why a payment is what it is.',
      email: 'olivia@demo.example',
      path: '/',
      async show(page) {
        await page.getByRole('button', { name: /How what remains/ }).click()
        await page.locator('.explanation__total').waitFor()
      },
    },
    {
      picture: 'plan',
      title: 'A plan to fit the family',
      text:
        'Parents choose how often and when they pay, and see every payment before they agree. The browser calculates with ' +
        'the same code as the server, so what they see is what they get.',
      email: 'sched.full@demo.example',
      path: '/payment-schedule',
      show: (page) =>
        page
          .getByRole('button', { name: /Save|Confirm/ })
          .first()
          .waitFor(),
    },
    {
      picture: 'move',
      title: 'When a payment comes at a bad time',
      text:
        'A running plan can be changed without asking: a payment is moved, skipped or made larger, and the page says what ' +
        'that does to the others. Families that cannot pay at all find help, and their payments are on hold from then on.',
      email: 'olivia@demo.example',
      path: '/',
      async show(page) {
        await page.getByRole('link', { name: 'Move this payment' }).click()
        await page.getByRole('radio', { name: /3 December/ }).click({ force: true })
        await page.getByRole('region', { name: 'This payment moves to' }).waitFor()
      },
    },
    {
      picture: 'guest',
      title: 'Paying through a link',
      text:
        'A school sends a link, and anyone can pay with it, without a log-in. The surcharge of each card is shown before ' +
        'anything is paid.',
      path: '/pay-now?request=demo-full',
      isPhone: true,
      show: (page) => page.getByRole('button', { name: 'Proceed to payment method' }).waitFor(),
    },
    {
      picture: 'transactions',
      title: 'Every payment, in pounds too',
      text:
        'Payments, fees and credits of all years can be searched, filtered and downloaded. Families in the United Kingdom ' +
        'see pounds, their own school year and their own terms, and the portal follows the dark mode of the system.',
      email: 'harriet@demo.example',
      path: '/transactions',
      isDark: true,
      show: (page) => page.getByRole('table', { name: 'Transactions' }).waitFor(),
    },
    {
      picture: 'families',
      title: 'The sandbox: every family, one click away',
      text:
        'The sandbox plays the outside world: Stripe, mail, text messages, the bank. Its first page lists the demo families ' +
        'with what each one shows, logs in as any of them, moves the clock and lets things go wrong on purpose.',
      path: `${sandboxUrl}/_sandbox`,
      show: (page) => page.getByRole('button', { name: /Log in as Olivia/ }).waitFor(),
    },
    {
      picture: 'reference',
      title: 'The API, documented',
      text:
        'The reference is made from the schemas that check every request and reply, so it cannot be out of date. Guides ' +
        'explain log-in, idempotency, errors and test cards, and each call comes with an example.',
      path: '/api/docs#customer/tag/paying-now/POST/api/portal/customer/account/{accountId}/payments',
      show: (page) => page.getByText(/^curl/).first().waitFor(),
    },
  ]
}
