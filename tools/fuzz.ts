import { fuzz } from './fuzz/fuzz.ts'
import { readOptions, usageFailure } from './options.ts'
import { withTemporaryDatabase } from './postgres/temporary-database.ts'

const help = `npm run fuzz                         sends 100,000 made-up requests to every route
npm run fuzz -- --count 5000 --seed 2   as many requests, made from this number`

const { values } = readOptions(help, {
  count: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '1' },
})
for (const name of ['count', 'seed'] as const) {
  if (!/^\d{1,9}$/.test(values[name]))
    throw usageFailure(`--${name} must be a whole number, not "${values[name]}".`, help)
}
const began = performance.now()
await withTemporaryDatabase(async (databaseUrl) => {
  let shown = 0
  const report = await fuzz(databaseUrl, {
    count: Number(values.count),
    seed: Number(values.seed),
    onProgress(count) {
      if (count - shown < 5_000) return
      shown = count
      console.log(`${count} requests, ${((performance.now() - began) / 1000).toFixed(0)} s`)
    },
  })
  const { failures, errors, slow, slowOnce, leaks, slowest, count, routes, statuses } = report
  console.log(`\n${count} requests over ${routes} routes, seed ${values.seed}`)
  console.log(`Replies by status: ${JSON.stringify(statuses)}`)
  console.log(`Slowest reply: ${slowest.ms.toFixed(0)} ms, ${slowest.route}`)
  console.log(`5xx or no reply: ${failures.length}, log lines with a secret: ${leaks.length}`)
  console.log(`Above 2 s: ${slow.length} (${slowOnce} once, on this machine as it was)`)
  for (const failure of failures.slice(0, 10)) console.log(JSON.stringify(failure))
  for (const error of errors.slice(0, 10)) console.log(error.slice(0, 1_500))
  for (const late of slow.slice(0, 10)) console.log(JSON.stringify(late))
  for (const leak of leaks.slice(0, 10)) console.log(leak.slice(0, 1_000))
  process.exitCode = failures.length + slow.length + leaks.length === 0 ? 0 : 1
})
process.exit()
