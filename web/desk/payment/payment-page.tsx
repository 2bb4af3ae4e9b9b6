import { Link, useLocation, useParams } from 'wouter'
import type { StaffPaymentPage } from '#contract/staff-payments.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { withinSentence } from '#domain/payment-methods/payment-methods.ts'
import { useRead } from '../foundation/read.ts'
import { callForFile } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useMay } from '../foundation/session.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { day, moment, money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Page } from '../ui/page/page.tsx'
import { saveFile } from '../../api/save-file.ts'
import { AboutPayment } from './about-payment.tsx'
import { DisputeAlert } from './dispute-alert.tsx'
import { EvidenceCard } from './evidence-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { familyOf, statusWords } from './payment-words.ts'
import { TriesCard } from './tries-card.tsx'
import { WayOfPayment } from './way-of-payment.tsx'

/** One payment, from its first record to what became of its money. */
export function PaymentPage() {
  const { paymentId } = useParams<{ paymentId: string }>()
  const query = useRead('GET /api/staff/payments/:paymentId', { params: { paymentId } })
  const { data } = query
  return (
    <Page
      key={paymentId}
      title={data ? money(data.amount, data.currency) : 'Payment'}
      crumbs={crumbsOf(data)}
      {...(data && {
        badges: <Badges payment={data} />,
        lead: leadOf(data),
        actions: <Actions payment={data} />,
      })}
    >
      <Loaded query={query} label="Loading the payment">
        {(payment) => <Content payment={payment} />}
      </Loaded>
    </Page>
  )
}

function crumbsOf(payment: StaffPaymentPage | undefined) {
  if (!payment) return [{ name: 'Payment' }]
  const { accountId, amount, currency, paidOn, createdAt, region } = payment
  const on = paidOn ? day(paidOn) : moment(createdAt, region)
  return [
    { name: familyOf(payment), href: `/families/${accountId}` },
    { name: 'Payments', href: `/families/${accountId}/payments` },
    { name: `${money(amount, currency)} of ${on}` },
  ]
}

function Badges({ payment: { status, instalment, kind } }: { payment: StaffPaymentPage }) {
  const { text, tone } = statusWords[status]
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {instalment && <Badge isPlain>{`Instalment ${instalment.number} of ${instalment.count}`}</Badge>}
      {kind === 'Guest' && <Badge isPlain>By link</Badge>}
    </>
  )
}

function leadOf(payment: StaffPaymentPage): string {
  const { shortId, schoolName, methodName, paidOn, tries, id } = payment
  const number = tries.find(({ paymentId }) => paymentId === id)?.number ?? 1
  const parts = [
    familyOf(payment),
    shortId,
    schoolName,
    methodName && withinSentence(methodName),
    paidOn ? `paid ${day(paidOn)}` : `try ${number} of ${tries.length}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function Actions({ payment }: { payment: StaffPaymentPage }) {
  const { id, accountId, hasReceipt, whyNotRefund, instalment, status } = payment
  const mayChange = useMay('operations')
  const receipt = useAction(async () =>
    saveFile(await callForFile('GET /api/staff/payments/:paymentId/receipt', { params: { paymentId: id } })),
  )
  const family = `/families/${accountId}`
  const isWaiting = instalment?.status === 'Overdue' || instalment?.status === 'Retrying'
  const canMove = mayChange && status === 'Failed' && isWaiting && instalment.owing > 0
  const moveUrl = `${family}?action=move-payment&planId=${instalment?.planId}&dueOn=${instalment?.dueOn}`
  const [, navigate] = useLocation()
  useShortcuts([
    { keys: 'm', label: 'Move it to another day', run: () => navigate(moveUrl), isOff: !canMove },
  ])
  return (
    <>
      {receipt.failure !== undefined && <span className="xs is-late">{receipt.failure}</span>}
      {hasReceipt && (
        <Button
          look="secondary"
          iconAfter={DownloadIcon}
          isBusy={receipt.isBusy}
          onClick={() => void receipt.run()}
        >
          Receipt
        </Button>
      )}
      {mayChange && hasReceipt && whyNotRefund === null && (
        <Link
          className={buttonClass({ look: 'secondary' })}
          href={`${family}?action=refund-payment&paymentId=${id}`}
        >
          Refund
        </Link>
      )}
      {canMove && (
        <Link className={buttonClass({ look: 'primary' })} href={moveUrl}>
          Move it to another day <Kbd>M</Kbd>
        </Link>
      )}
    </>
  )
}

function Content({ payment }: { payment: StaffPaymentPage }) {
  const { dispute, timeline, region, status, instalment, hasReceipt, whyNotRefund } = payment
  const isFailed = status === 'Failed'
  return (
    <>
      {dispute && <DisputeAlert dispute={dispute} />}
      {hasReceipt && whyNotRefund !== null && !dispute && payment.left > 0 && (
        <Alert variant="info">{whyNotRefund}</Alert>
      )}
      <div className="duo">
        <div className="pile">
          <Card title={isFailed ? 'From created to failed' : 'From created to settled'}>
            <WayOfPayment steps={timeline} region={region} />
          </Card>
          {instalment && (isFailed || payment.tries.length > 1) && (
            <TriesCard payment={payment} number={instalment.number} />
          )}
          {dispute && <EvidenceCard dispute={dispute} />}
          {payment.ledger.length > 0 && <LedgerCard payment={payment} />}
        </div>
        <AboutPayment payment={payment} />
      </div>
    </>
  )
}
