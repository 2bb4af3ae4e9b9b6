import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAddressLookup } from './address/address-lookup.ts'
import { bpayRoutes } from './bpay/bpay.routes.ts'
import { createChanges } from './changes.ts'
import { createClock } from './clock/clock.ts'
import { clockRoutes } from './clock/clock.routes.ts'
import { createCreditBody } from './credit-body/credit-body.ts'
import { createFaults } from './faults/faults.ts'
import { faultRoutes } from './faults/faults.routes.ts'
import { createHttpServer } from './http.ts'
import { createIdCheck } from './id-check/id-check.ts'
import { createIds } from './ids.ts'
import { createInbox } from './inbox/inbox.ts'
import { inboxRoutes } from './inbox/inbox.routes.ts'
import { fromSameOrigin, inspectionRoutes } from './inspection.ts'
import { listenForMail, smtpActions } from './mail/smtp.ts'
import { pageRoutes } from './page/page.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { serveProvider } from './provider.ts'
import { createRequestLog, requestRoutes } from './requests/requests.ts'
import { createScanner } from './scanner/scanner.ts'
import { createSms } from './sms/sms.ts'
import { keepSnapshot } from './snapshot.ts'
import { createStripe } from './stripe/stripe.ts'
import type { StripeKeys } from './stripe/stripe.ts'
import { stripeRoutes } from './stripe/stripe.routes.ts'
import { webhookActions } from './stripe/webhooks.ts'
import { createStripeJs, frameRoutes } from './stripe-js/stripe-js.ts'

export type SandboxOptions = {
  host?: string
  /** 0 takes any free port. */
  port?: number
  smtpPort?: number
  seed?: string
  /** The file in which messages and switches are kept; without it they end with the process. */
  stateFile?: string
  /** The file that shares the clock with other processes; without it the clock is this sandbox's only. */
  clockFile?: string
  /** The folder for the bank's BPAY files. */
  depositFolder?: string
  /** Where the inspection page is built; by default where its build puts it. */
  pageFolder?: string
  /** Where the list of people to log in as is read. */
  directoryUrl?: string
  smsSid?: string
  smsToken?: string
  creditBodyCustomer?: string
  creditBodyKey?: string
  addressUser?: string
  addressPassword?: string
  idCheckCustomer?: string
  idCheckKey?: string
  /** The keys of the two Stripe accounts, and the URLs of their webhooks. */
  stripe?: StripeKeys
}

export type Sandbox = { url: string; smtpUrl: string; close(): Promise<void> }

/** Starts all providers on one HTTP port, and the mail server on another. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', port = 0, smtpPort = 0, seed = 'larkwell' } = options
  const { pageFolder = join(import.meta.dirname, 'dist') } = options
  const account = { sid: options.smsSid ?? 'ACsandbox', token: options.smsToken ?? 'sandbox-token' }

  const changes = createChanges()
  const ids = createIds(seed)
  const clock = createClock(options.clockFile, changes)
  const inbox = createInbox(changes)
  const faults = createFaults(ids, changes, clock)
  const requests = createRequestLog(changes)
  const stripe = createStripe({ clock, ids, faults, changes, keys: options.stripe })
  const snapshot = keepSnapshot(options.stateFile, { ids, inbox, faults, stripe }, changes)

  const mail = await listenForMail({ inbox, ids, clock, faults, requests }, host, smtpPort)
  const smtpUrl = `smtp://${host}:${mail.port}`
  const providers = [
    createSms({ account, inbox, ids, clock }),
    stripe.provider,
    createStripeJs(),
    createScanner(),
    createIdCheck({ customer: customerOf(options.idCheckCustomer, options.idCheckKey), ids, clock }),
    createCreditBody({ customer: customerOf(options.creditBodyCustomer, options.creditBodyKey), ids, clock }),
    createAddressLookup({
      user: options.addressUser ?? 'sandbox-user',
      password: options.addressPassword ?? 'sandbox-password',
    }),
  ]
  const actionsOf = Object.fromEntries(providers.map(({ name, actions }) => [name, actions]))

  const server = createHttpServer({
    ...Object.assign(
      {},
      ...providers.map((provider) => serveProvider(provider, { faults, requests, clock })),
    ),
    ...frameRoutes(clock),
    ...fromSameOrigin({
      ...inspectionRoutes({ changes, clock, inbox, faults, requests, ids, stripe, smtpUrl }),
      ...stripeRoutes(stripe),
      ...inboxRoutes(inbox),
      ...clockRoutes(clock),
      ...peopleRoutes(options.directoryUrl, { inbox, faults, clock }),
      ...bpayRoutes(options.depositFolder, clock),
      ...requestRoutes(requests),
      ...faultRoutes(faults, { ...actionsOf, smtp: smtpActions, 'stripe-webhooks': webhookActions }),
      ...pageRoutes(inbox, pageFolder),
    }),
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    stripe.close()
    await mail.close()
    throw error
  }

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    smtpUrl,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      stripe.close()
      await Promise.all([closed, mail.close()])
      snapshot.close()
    },
  }
}

const customerOf = (id = 'sandbox-customer', key = 'sandbox-key') => ({ id, key })
