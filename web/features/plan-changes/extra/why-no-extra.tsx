import type { FlexiblePlan } from '#contract/plan-changes.ts'
import { ButtonLink } from '../../../ui/button/button-link.tsx'
import '../../../ui/card/card.css'

type WhyNot = NonNullable<FlexiblePlan['whyNot']> | 'NoPlan' | 'School' | 'Nothing'

const texts: Record<WhyNot, { title: string; text: string; path: string; button: string }> = {
  Blocked: {
    title: 'Please contact us first',
    text: 'We would like to go through your plan with you. You can still make a payment, which stays on your account as credit.',
    path: '/pay-now',
    button: 'Make a payment',
  },
  Arrears: {
    title: 'First pay what is overdue',
    text: 'A payment of your plan did not arrive. What you pay now pays that first, so please pay it before you pay extra.',
    path: '/',
    button: 'See what is overdue',
  },
  Held: {
    title: 'Your payments are on hold',
    text: 'Nothing is collected at the moment. You can pay extra once the hold has ended.',
    path: '/payment-schedule/help',
    button: 'See what happens next',
  },
  Temporary: {
    title: 'Your plan is a temporary one',
    text: 'Its payments are as we agreed with you. You can still make a payment, which stays on your account as credit.',
    path: '/pay-now',
    button: 'Make a payment',
  },
  Asked: {
    title: 'You have asked for a change',
    text: 'One of us looks at it. You can pay extra once it is answered, or withdrawn.',
    path: '/payment-schedule',
    button: 'See your payments',
  },
  NoPlan: {
    title: 'No plan runs at the moment',
    text: 'You can pay extra towards a plan once its first payment is made.',
    path: '/payment-schedule',
    button: 'See your payments',
  },
  School: {
    title: 'Your school does not offer this',
    text: 'You can still make a payment, which stays on your account as credit.',
    path: '/pay-now',
    button: 'Make a payment',
  },
  Nothing: {
    title: 'Nothing is left to pay extra',
    text: 'All that is left of your plan is paid, on its way or about to be collected.',
    path: '/payment-schedule',
    button: 'See your payments',
  },
}

/** Why a family cannot pay extra now, and where it can go instead. */
export function WhyNoExtra({ whyNot }: { whyNot: WhyNot }) {
  const { title, text, path, button } = texts[whyNot]
  return (
    <section className="card extra-card stack">
      <h2>{title}</h2>
      <p>{text}</p>
      <div>
        <ButtonLink href={path}>{button}</ButtonLink>
      </div>
    </section>
  )
}

export function whyNoExtra(flexible: FlexiblePlan | undefined, most: number): WhyNot | null {
  if (!flexible) return 'NoPlan'
  if (!flexible.rules.mayPayExtra) return 'School'
  if (flexible.whyNot) return flexible.whyNot
  return most > 0 ? null : 'Nothing'
}
