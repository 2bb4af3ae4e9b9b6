import { serverSettings } from '#server/platform/settings/server-settings.ts'
import { flag, optional, port, text, wholeNumber } from '#server/platform/settings/setting.ts'

/** Of development and tests; docs/settings.md is made from it. */
export const toolSettings = {
  API_PORT: optional({
    about: 'tells the page server of `npm run dev` where the API is',
    parse: (value) => (value === '' ? undefined : port(value)),
  }),
  TEST_DATABASE_URL: optional({
    about: 'runs the tests on another PostgreSQL',
    parse: (value) => (value === '' ? undefined : serverSettings.DATABASE_URL.parse(value)),
  }),
  CHROMIUM: optional({ about: 'the browser of the journeys', parse: text }),
  LONG: optional({ about: 'set by `npm test -- --long`', parse: flag }),
  SLOWNESS: optional({
    about: 'slows the browser of the journeys down, so many times',
    usual: '1',
    parse: wholeNumber({ min: 1, max: 100 }),
  }),
}
