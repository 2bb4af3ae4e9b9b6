import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { regionFacts } from '#domain/region.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button, buttonClass } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { CardIcon } from '../../ui/icon/card.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import type { Icon } from '../../ui/icon/icon.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { SignpostArt } from '../../ui/spot-art/signpost.tsx'
import { Tag } from '../../ui/tag/tag.tsx'
import { messagesOf, openPortal, paymentsOf, usePeople } from '../api/people.ts'
import type { Account, Family, Guest, StaffMember } from '../api/wire.ts'
import { InlineCopyButton } from '../parts/copy-button.tsx'
import { FilterForm, useFilters } from '../parts/filters.tsx'
import { useAction } from '../parts/use-action.tsx'
import { nextInWords } from './next-payment.ts'
import '../../ui/card/card.css'
import '../parts/list.css'
import './families.css'

export function Families() {
  const filters = useFilters()
  const { isLoaded, reason, families, guests, staff } = usePeople()
  useScrollToPart(isLoaded)
  const region = filters.choice('region')
  const shown = families.filter(
    (family) => ['', family.region].includes(region) && filters.fits(JSON.stringify(family)),
  )
  const all = families.length
  const count = shown.length === all ? `${all} families` : `${shown.length} of ${all} families`
  return (
    <>
      {reason && <Alert variant="error">{reason}</Alert>}
      <div className="sticky">
        <FilterForm
          label="Name, e-mail, school, LW number or what it shows"
          filters={filters}
          choice={{ name: 'region', legend: 'Region', options: { '': 'All', AU: 'AU', UK: 'UK' } }}
        />
      </div>
      <p className="muted sm">{isLoaded ? count : 'Loading the families …'}</p>
      {[...Map.groupBy(shown, ({ group }) => group)].map(([group, members]) => (
        <Group key={group} title={group}>
          {members.map((family) => (
            <FamilyRow key={family.email} family={family} />
          ))}
        </Group>
      ))}
      {shown.length === 0 && all > 0 && <Empty art={SignpostArt}>No family fits this search.</Empty>}
      {guests.length > 0 && (
        <Group
          id="guests"
          title="Guest links"
          lead="Pay a request without a log-in, as the mail with the link offers it."
        >
          {guests.map((guest) => (
            <GuestRow key={guest.url} guest={guest} />
          ))}
        </Group>
      )}
      {staff.length > 0 && <Staff staff={staff} families={families} />}
    </>
  )
}

export function FamilyActions() {
  const { guests, staff } = usePeople()
  return (
    <>
      {guests.length > 0 && <Jump to="guests">Guest links</Jump>}
      {staff.length > 0 && <Jump to="staff">Staff</Jump>}
    </>
  )
}

/** An address such as /_sandbox#staff leads to a part that is there only now. */
function useScrollToPart(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
}

function Jump({ to, children }: { to: string; children: string }) {
  return (
    <a className={buttonClass({ look: 'secondary', size: 'small' })} href={`#${to}`}>
      {children}
    </a>
  )
}

type GroupProps = { id?: string; title: string; lead?: string; above?: ReactNode; children: ReactNode }

function Group({ id, title, lead, above, children }: GroupProps) {
  return (
    <section className="group">
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="muted sm">{lead}</p>}
      {above}
      <ul className="card card--flush list">{children}</ul>
    </section>
  )
}

function Who({ name, mark, address }: { name: string; mark?: ReactNode; address: string }) {
  return (
    <p className="person__who">
      <b>{name}</b> {mark} <span className="muted">{address}</span>
    </p>
  )
}

type IconLinkProps = { icon: Icon; href: string; title: string; name: string }

function IconLink({ icon: Shape, href, title, name }: IconLinkProps) {
  const className = `${buttonClass({ look: 'borderless', size: 'small' })} btn--icon`
  return (
    <Link className={className} href={href} title={title} aria-label={`${title} of ${name}`}>
      <Shape />
    </Link>
  )
}

function FamilyRow({ family }: { family: Family }) {
  const { name, email, region, shows, accounts } = family
  const { outcome, act } = useAction()
  const bpay = accounts.find((account) => account.bpay)
  const mark = (
    <span className="person__region" title={regionFacts[region].name}>
      {region}
    </span>
  )
  return (
    <li className="person">
      <Who name={name} mark={mark} address={email} />
      <div className="person__about">
        <p>{shows}</p>
        {schoolLines(accounts).map((line) => (
          <p className="muted" key={line}>
            {line}
          </p>
        ))}
      </div>
      <NextPaymentOf family={family} />
      <div className="person__actions">
        <IconLink icon={MailIcon} href={messagesOf(family)} title="Messages" name={name} />
        <IconLink icon={CardIcon} href={paymentsOf(family)} title="Payments" name={name} />
        {bpay && (
          <Link
            className={buttonClass({ look: 'borderless', size: 'small' })}
            href={`/payments/bpay?for=${bpay.id}`}
            aria-label={`Pay by BPAY of ${name}`}
          >
            BPAY
          </Link>
        )}
        <Button
          look="tertiary"
          size="small"
          onClick={() => act((say) => openPortal('/log-in', { email }, say))}
        >
          Log in<span className="sr"> as {name}</span>
        </Button>
      </div>
      {outcome && <div className="person__outcome">{outcome}</div>}
    </li>
  )
}

function NextPaymentOf({ family: { accounts, region } }: { family: Family }) {
  const next = accounts.map(({ nextPayment }) => nextPayment).find(Boolean)
  if (!next) return <p className="person__next muted">No payment ahead</p>
  return (
    <p className="person__next">
      <span className="sr">Next payment: </span>
      {nextInWords(next, region).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  )
}

/** One line for each school: its accounts and their students. */
function schoolLines(accounts: readonly Account[]): string[] {
  return [...Map.groupBy(accounts, ({ school }) => school)].map(([school, members]) => {
    const students = [...new Set(members.flatMap((account) => account.students))]
    const states = members.flatMap(({ setUp, isActive }) => [setUp, !isActive && 'closed'])
    const ids = members.map(({ shortId }) => shortId).join(', ')
    return [school, ids, students.join(', '), ...new Set(states)].filter(Boolean).join(' · ')
  })
}

function GuestRow({ guest: { url, shows, family, school } }: { guest: Guest }) {
  return (
    <li className="person">
      <Who name={family} address={school} />
      <p className="person__about">{shows}</p>
      <div className="person__actions">
        <a
          className={buttonClass({ look: 'secondary', size: 'small' })}
          href={url}
          target="_blank"
          rel="noopener"
        >
          <span>
            Open link<span className="sr">{`: ${shows}, ${family}`}</span>
          </span>
          <ExternalIcon />
        </a>
      </div>
    </li>
  )
}

function Staff({ staff, families }: { staff: readonly StaffMember[]; families: readonly Family[] }) {
  const [chosen, setChosen] = useState<string>()
  const customer = chosen ?? families[0]?.email ?? ''
  return (
    <Group
      id="staff"
      title="Staff"
      lead="They see the portal in the place of a family, and work with the command line."
      above={
        <div className="narrow">
          <NativeSelect
            label="Family to see"
            options={families.map(({ email, name, accounts }) => ({
              value: email,
              label: [name, accounts[0]?.shortId].filter(Boolean).join(', '),
            }))}
            value={customer}
            onChange={setChosen}
          />
        </div>
      }
    >
      {staff.map((member) => (
        <StaffRow key={member.email} member={member} customer={customer} />
      ))}
    </Group>
  )
}

function StaffRow({ member, customer }: { member: StaffMember; customer: string }) {
  const { name, email, role, may, command } = member
  const { outcome, act } = useAction()
  return (
    <li className="person">
      <Who name={name} mark={<Tag>{role}</Tag>} address={email} />
      <div className="person__about">
        <p>{may}</p>
        <code>{command}</code>
        <InlineCopyButton text={command} what={`the command of ${name}`} />
      </div>
      <div className="person__actions">
        <Button
          look="secondary"
          size="small"
          onClick={() => act((say) => openPortal('/staff-log-in', { email, customer }, say))}
        >
          See as this family<span className="sr">, as {name}</span>
        </Button>
      </div>
      {outcome && <div className="person__outcome">{outcome}</div>}
    </li>
  )
}
