/** The widths, in CSS pixels, from which on a layout is another one. A test holds every style sheet to them. */
export const breakpoints = { sm: 576, m: 744, md: 768, lg: 1200, l: 1280, xl: 1440, xxl: 1728 } as const

/** Those that a property with a value per width may name. */
export const responsiveKeys = ['m', 'l', 'xl', 'xxl'] as const satisfies readonly (keyof typeof breakpoints)[]

/** Last and first width on either side of a phone, a tablet and a small screen. */
export const mobileBreakpoints = [575, 576, 767, 768, 992, 993, 1199, 1200] as const

/** The Overview has two columns from here on; no other page has a width of its own. */
export const dashboardBreakpoint = 1247
