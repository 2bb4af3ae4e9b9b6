import { setRuledHolidays } from './holiday-rules.ts'

// Runs before every test file, so that none finds the holidays that another one has changed.
setRuledHolidays()
