import { call } from './api.js'
import { announce, find } from './dom.js'
import { dateAndTime, dayForField, forField, inWords, longDate, shortDateAndTime, timeOfDay } from './time.js'
import { attempt } from './trouble.js'

const part = (name) => find(`[data-clock="${name}"]`)
const form = find('[data-form="clock"]')
const day = find('[data-form="advance"]').elements.day
const dayMs = 86_400_000
/** The browser may run on another machine, so the time is the sandbox's: its last answer plus the time passed. */
let said
let heardAt = 0

export async function loadClock() {
  show(await call('GET', '/clock'))
}

async function move(wish) {
  show(await call('POST', '/clock', wish))
  announce(`Sandbox time is ${dateAndTime(said.now)}`)
}

function show(clock) {
  said = clock
  heardAt = performance.now()
  form.elements.moment.value ||= forField(clock.now)
  day.min = dayForField(Date.parse(clock.now) + dayMs)
  if (day.value < day.min) day.value = day.min
  tick()
}

export function sandboxNow() {
  return said ? Date.parse(said.now) + performance.now() - heardAt : Date.now()
}

function tick() {
  if (!said) return
  const now = sandboxNow()
  part('short').textContent = shortDateAndTime(now)
  part('time').textContent = timeOfDay(now)
  part('date').textContent = longDate(now)
  part('real').textContent = dateAndTime(now - said.offsetMs)
  const isMoved = Math.abs(said.offsetMs) >= 1000
  part('moved').hidden = !isMoved
  part('offset').textContent = isMoved
    ? `The sandbox is ${inWords(said.offsetMs)} ${said.offsetMs > 0 ? 'ahead' : 'behind'}.`
    : 'The clock has not been moved.'
}

setInterval(tick, 1000)
part('zone').textContent = `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`
for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener(
    'click',
    attempt(() => move({ advance: button.dataset.advance })),
  )
}
/** A date has no time of day, so the time of day stays. */
find('[data-form="advance"]').addEventListener(
  'submit',
  attempt(() => {
    const timeNow = forField(sandboxNow()).slice(10)
    return move({ now: new Date(day.value + timeNow).toISOString() })
  }),
)
find('[data-do="reset-clock"]').addEventListener(
  'click',
  attempt(() => move({ reset: true })),
)
form.addEventListener(
  'submit',
  attempt(() => move({ now: new Date(form.elements.moment.value).toISOString() })),
)
