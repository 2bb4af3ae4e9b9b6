import { Link } from 'wouter'
import { useRead } from '../api/read.ts'
import { useNow } from '../app/clock.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { houseLines, type Lamp } from './house.ts'
import '../../ui/card/card.css'
import '../ui/lamp/lamp.css'

const everyMs = 30_000

const lampNames: Record<Lamp, string> = { ok: 'Fine', caution: 'Look soon', error: 'Trouble' }

/** Whether the machinery runs: told by shape and colour, and in words. */
export function HouseCard() {
  const health = useRead('GET /api/staff/health', {}, { refetchEveryMs: everyMs })
  const now = useNow()
  return (
    <section className="card" aria-labelledby="house">
      <div className="card__head">
        <h2 id="house">The house</h2>
        <Link className="sm" href="/house/jobs">
          Jobs
        </Link>
      </div>
      <Loaded query={health} label="Loading how the house stands">
        {(data) => (
          <ul className="health">
            {houseLines(data, now).map(({ name, about, value, lamp }) => (
              <li key={name}>
                <span className={lamp === 'ok' ? 'lamp' : `lamp lamp--${lamp}`} aria-hidden="true" />
                <span>
                  <span className="sr">{lampNames[lamp]}: </span>
                  {name} <small>{about}</small>
                </span>
                <b className="num">{value}</b>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
