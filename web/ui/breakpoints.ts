/** The widths, in CSS pixels, at which the layout changes. A test checks every style sheet against them. */
export const breakpoints = { sm: 576, m: 744, md: 768, lg: 1200, l: 1280, xl: 1440, xxl: 1728 } as const

/** The names that a property with a value per width may use. */
export const responsiveKeys = ['m', 'l', 'xl', 'xxl'] as const satisfies readonly (keyof typeof breakpoints)[]

/** The last and first width on either side of phone, tablet and small screen. */
export const mobileBreakpoints = [575, 576, 767, 768, 992, 993, 1199, 1200] as const

/** From here on the Overview has two columns. No other page has its own breakpoint. */
export const dashboardBreakpoint = 1247
