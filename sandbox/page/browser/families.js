import { attempt } from './api.js'
import { badge, copyButton, emptyState, field, find, h, hiddenText, icon, select } from './dom.js'
import { fillChoice, loadPeople, logIn, messagesOf, nextInWords, onPeople, openPortal } from './people.js'
import { people, paymentsOf } from './people.js'
import { createOutcome } from './thing.js'
import { createFilters, readAddress } from './view.js'

const regions = { AU: 'Australia', UK: 'United Kingdom' }
const filters = createFilters(
  'Name, e-mail, school, LW number or what it shows',
  { region: ['Region', { '': 'All', AU: 'AU', UK: 'UK' }] },
  showFamilies,
)
const rows = () => h('ul.card.card--flush.rows')
const groups = h('div.groups')
const counts = h('p.muted', { role: 'status' }, 'Loading the families …')
const reason = h('p.alert', { hidden: true })
const empty = emptyState('No family fits this search.')
const seenAs = select('family')
const guests = rows()
const staff = rows()

function jump(id, label) {
  return h('a.btn.btn--secondary.btn--small', { href: `#families/${id}` }, label)
}

function group(id, title, lead, ...content) {
  return h('section.group', { id }, h('h2', { tabindex: '-1' }, title), lead && h('p.muted', lead), content)
}

function showFamilies() {
  const region = filters.value('region')
  const chosen = people.families.filter(
    (family) => ['', family.region].includes(region) && filters.fits(JSON.stringify(family)),
  )
  const sections = [...Map.groupBy(chosen, (family) => family.group)].map(([name, members]) => {
    const list = rows()
    list.append(...members.map(familyRow))
    return group(undefined, name, undefined, list)
  })
  groups.replaceChildren(...sections)
  empty.hidden = chosen.length > 0 || people.families.length === 0
  const all = people.families.length
  counts.textContent = chosen.length === all ? `${all} families` : `${chosen.length} of ${all} families`
}

/** A row keeps its element, and so its outcome and focus, for as long as the family stays the same. */
const drawn = new Map()
function familyRow(family) {
  const version = JSON.stringify(family)
  if (drawn.get(family.email)?.version !== version)
    drawn.set(family.email, { version, row: drawFamily(family) })
  return drawn.get(family.email).row
}

/** One person: who, what they show, what is next, and what can be done as them. */
function personRow([name, mark, address], what, next, actions, outcome) {
  return h(
    'li.person',
    h('p.person__who', h('b', name), mark, h('span.muted', address)),
    h('div', what),
    h('p.person__next', next),
    h('div.person__do', actions),
    outcome?.element,
  )
}

function drawFamily(family) {
  const { name, email, region, shows, accounts } = family
  const outcome = createOutcome()
  const bpay = accounts.find((account) => account.bpay)
  const next = accounts.map(({ nextPayment }) => nextPayment).find(Boolean)
  const link = (href, title, content) =>
    h(
      'a.btn.btn--borderless.btn--small.btn--icon',
      { href, title, 'aria-label': `${title} of ${name}` },
      content,
    )
  return personRow(
    [name, h('span.person__region', { title: regions[region] }, region), email],
    [h('p', shows), schoolLines(accounts).map((line) => h('p.muted', line))],
    next
      ? [hiddenText('Next payment: '), nextInWords(next, region).map((line) => h('span', line))]
      : h('span.muted', 'No payment ahead'),
    [
      link(messagesOf(family), 'Messages', icon('mail')),
      link(paymentsOf(family), 'Payments', icon('card')),
      bpay && link(`#payments/bpay?for=${bpay.id}`, 'Pay by BPAY', 'BPAY'),
      h(
        'button.btn.btn--tertiary.btn--small',
        { type: 'button', click: attempt(() => logIn(family, outcome.say)) },
        'Log in',
        hiddenText(` as ${name}`),
      ),
    ],
    outcome,
  )
}

/** One line for each school: its accounts and their students. */
function schoolLines(accounts) {
  return [...Map.groupBy(accounts, ({ school }) => school)].map(([school, members]) => {
    const students = [...new Set(members.flatMap((account) => account.students))]
    const states = members.flatMap(({ setUp, isActive }) => [setUp, !isActive && 'closed'])
    const ids = members.map(({ shortId }) => shortId).join(', ')
    return [school, ids, students.join(', '), ...new Set(states)].filter(Boolean).join(' · ')
  })
}

function guestRow({ url, shows, family, school }) {
  const open = { href: url, target: '_blank', rel: 'noopener' }
  const label = ['Open link', hiddenText(`: ${shows}, ${family}`), icon('external')]
  return personRow([family, undefined, school], shows, '', h('a.btn.btn--secondary.btn--small', open, label))
}

function staffRow({ name, email, role, may, command }) {
  const outcome = createOutcome()
  const see = () => openPortal('/staff-log-in', { email, customer: seenAs.value }, outcome.say)
  const copy = copyButton(command, `the command of ${name}`, 'borderless.btn--tiny')
  return personRow(
    [name, badge({ look: 'brand', text: role }), email],
    [h('p', may), h('code', command), copy],
    '',
    h(
      'button.btn.btn--secondary.btn--small',
      { type: 'button', click: attempt(see) },
      'See as this family',
      hiddenText(`, as ${name}`),
    ),
    outcome,
  )
}

/** An address such as #families/staff leads to a part of this view. */
function goToPart([part]) {
  const heading = part && find(`#${CSS.escape(part)} h2`)
  heading?.scrollIntoView()
  heading?.focus({ preventScroll: true })
}

onPeople((isFirst) => {
  reason.textContent = people.reason ?? ''
  reason.hidden = !people.reason
  fillChoice(
    seenAs,
    people.families.map(({ email, name, accounts }) => [
      email,
      [name, accounts[0]?.shortId].filter(Boolean).join(', '),
    ]),
  )
  guests.replaceChildren(...people.guests.map(guestRow))
  staff.replaceChildren(...people.staff.map(staffRow))
  for (const id of ['guests', 'staff']) {
    for (const part of document.querySelectorAll(`#${id}, [href$="/${id}"]`))
      part.hidden = people[id].length === 0
  }
  showFamilies()
  const { view, parts } = readAddress()
  if (isFirst && view === 'families') goToPart(parts)
})

export const families = {
  title: 'Families',
  icon: 'people',
  lead: 'Log in as anybody: the sandbox reads the code from the text message.',
  action: h(
    'nav.buttons',
    { 'aria-label': 'On this page' },
    jump('guests', 'Guest links'),
    jump('staff', 'Staff'),
  ),
  content: [
    reason,
    h('div.sticky', filters.form),
    counts,
    groups,
    empty,
    group(
      'guests',
      'Guest links',
      'Pay a request without a log-in, as the mail with the link offers it.',
      guests,
    ),
    group('staff', 'Staff', 'They see the portal in the place of a family, and work with the command line.', [
      field('Family to see', seenAs, { look: '.narrow' }),
      staff,
    ]),
  ],
  topics: ['clock', 'stripe'],
  isAlways: true,
  // The portal asks its database about every family.
  pauseMs: 2000,
  load: loadPeople,
  open(parts, query) {
    filters.read(query)
    if (people.families.length > 0) showFamilies()
    goToPart(parts)
  },
}
