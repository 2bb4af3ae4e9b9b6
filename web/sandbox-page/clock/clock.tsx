import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { regions, type Region } from '#domain/region.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { call } from '../api/call.ts'
import { sandboxNow, useClockOffset } from '../api/clock.ts'
import { usePeople } from '../api/people.ts'
import { queryClient, useMessages } from '../api/queries.ts'
import { nextInWords, nextPayments } from '../families/next-payment.ts'
import {
  cities,
  counted,
  dateAndTime,
  dayAndTime,
  forField,
  inWords,
  longDate,
  momentOf,
  timeOfDay,
} from '../parts/time.ts'
import { useAction } from '../parts/use-action.tsx'
import { useTick } from '../parts/use-tick.ts'
import '../../ui/panel/panel.css'
import './clock.css'

const steps: [label: string, move: object][] = [
  ['+1 hour', { advance: 'PT1H' }],
  ['+1 day', { advance: 'P1D' }],
  ['+1 week', { advance: 'P1W' }],
  ['+1 month', { advance: 'P1M' }],
  ['Back to real time', { reset: true }],
]
const sessionMs = 30 * 60_000

/** What there was before the last move from this page. */
type Before = { charges: number; seq: number; hasEndedSessions: boolean }

export function Clock() {
  const [before, setBefore] = useState<Before>()
  const { outcome, act } = useAction()
  const lastSeq = useMessages().data?.lastSeq ?? 0

  const move = (path: string, request: object) =>
    act(async (say) => {
      const from = sandboxNow()
      const known = { charges: await countCharges(), seq: lastSeq }
      setBefore(undefined)
      const isStopping = path === '/next-payment'
      const stop = ' It first stops on the day on which the family is notified of the payment.'
      say(`Moving the clock …${isStopping ? stop : ''}`)
      await call('POST', path, request)
      await queryClient.invalidateQueries({ queryKey: ['clock'] })
      setBefore({ ...known, hasEndedSessions: Math.abs(sandboxNow() - from) > sessionMs })
    })

  return (
    <>
      <WallClocks />
      {outcome}
      {before && <WhatHappened before={before} lastSeq={lastSeq} />}
      <Card title="Move the clock">
        <div className="stack stack--20">
          <div className="row">
            {steps.map(([label, request]) => (
              <Button key={label} look="secondary" onClick={() => move('/clock', request)}>
                {label}
              </Button>
            ))}
          </div>
          <ToPayment onMove={(accountId) => move('/next-payment', { accountId })} />
          <ToMoment onMove={(now) => move('/clock', { now: now.toISOString() })} />
          <p className="muted sm">
            Right after a move the portal runs its jobs, such as the payments due by then. Log-ins end when
            the clock moves by more than half an hour.
          </p>
        </div>
      </Card>
    </>
  )
}

function WallClocks() {
  useTick()
  const offset = useClockOffset()
  const now = sandboxNow()
  return (
    <div className="card panel clocks">
      {regions.map((region) => (
        <div key={region}>
          <h2>{cities[region]}</h2>
          <time className="clocks__time">{timeOfDay(now, region)}</time>
          <p>{longDate(now, region)}</p>
        </div>
      ))}
      <p className="clocks__real muted sm">
        {offset === undefined || Math.abs(offset) < 1000
          ? 'This is real time: the clock has not been moved.'
          : `${inWords(offset)} ${offset > 0 ? 'ahead of' : 'behind'} real time, which is ${dateAndTime(now - offset)}.`}
      </p>
    </div>
  )
}

async function countCharges(): Promise<number> {
  const lists = await Promise.all(
    regions.map((region) => call<object[]>('GET', `/stripe/charges?account=${region}`)),
  )
  return lists.flat().length
}

function WhatHappened({ before, lastSeq }: { before: Before; lastSeq: number }) {
  const { data: charges = before.charges } = useQuery({ queryKey: ['charges'], queryFn: countCharges })
  const payments = counted(Math.max(0, charges - before.charges), 'payment')
  const messages = counted(Math.max(0, lastSeq - before.seq), 'message')
  const now = `It is ${dayAndTime(sandboxNow())} in Sydney, ${dayAndTime(sandboxNow(), 'UK')} in London.`
  const sessions = before.hasEndedSessions ? ' Everybody has to log in again.' : ''
  return (
    <Alert variant="success">{`${now} Jobs are running: ${payments}, ${messages} so far.${sessions}`}</Alert>
  )
}

function ToPayment({ onMove }: { onMove: (accountId: string) => void }) {
  const { families } = usePeople()
  const [chosen, setChosen] = useState<string>()
  const next = nextPayments(families, sandboxNow())
  // A family that pays by BPAY, or has no method, is not debited: it can be chosen, but does not come first.
  const debited = next.find(({ nextPayment: { method } }) => !['BPAY', 'No payment method'].includes(method))
  const isThere = next.some(({ account }) => account.id === chosen)
  const value = (isThere ? chosen : (debited ?? next[0])?.account.id) ?? ''
  if (next.length === 0) return null
  return (
    <form
      className="way"
      onSubmit={(event) => {
        event.preventDefault()
        onMove(value)
      }}
    >
      <NativeSelect
        label="Next payment of …"
        options={next.map(({ family, account, nextPayment }) => {
          const [when, what] = nextInWords(nextPayment, family.region)
          return { value: account.id, label: `${family.name}, ${account.shortId} (${when}), ${what}` }
        })}
        value={value}
        onChange={setChosen}
      />
      <Button type="submit">Move to this payment</Button>
    </form>
  )
}

function ToMoment({ onMove }: { onMove: (moment: Date) => void }) {
  const [region, setRegion] = useState<Region>('AU')
  const [moment, setMoment] = useState<string>()
  const isKnown = useClockOffset() !== undefined
  const value = moment ?? (isKnown ? forField(sandboxNow(), region) : '')
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onMove(momentOf(value, region))
    setMoment(undefined)
  }
  return (
    <form className="way" onSubmit={submit}>
      <TextInput
        label="An exact moment"
        type="datetime-local"
        value={value}
        onChange={(event) => setMoment(event.currentTarget.value)}
      />
      <Segmented
        legend="Time zone"
        options={regions.map((each) => ({ value: each, label: cities[each] }))}
        value={region}
        onChange={setRegion}
      />
      <Button type="submit" look="secondary">
        Move to this moment
      </Button>
    </form>
  )
}
