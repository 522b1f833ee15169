/** What it takes to write the number of a phone in a country. */
export type DialPlan = {
  /** Two letters. */
  code: string
  /** Without plus. */
  dialCode: string
  /** What tells the country at the beginning of a number: the dial code and, for some, what follows. */
  prefixes: readonly string[]
  /** Whether numbers are written with a 0 at home that falls away abroad. */
  dropsZero: boolean
}

/**
 * Two letters and the dial code; where several countries share one, the main one first.
 * `/0`: numbers are written with a leading 0 at home that falls away abroad.
 * `DO1:809,829,849`: what follows the dial code tells the country, but belongs to the number.
 * Made from the metadata of libphonenumber, and tested against it.
 */
const DATA = `
US1 AG1268 AI1264 AS1684 BB1246 BM1441 BS1242 CA1 DM1767 DO1:809,829,849 GD1473 GU1671 JM1:658,876 KN1869 KY1345
LC1758 MP1670 MS1664 PR1:787,939 SX1721 TC1649 TT1868 VC1784 VG1284 VI1340 RU7 KZ7:7 EG20/0 ZA27/0 GR30 NL31/0
BE32/0 FR33/0 ES34 HU36 IT39 VA39 RO40/0 CH41/0 AT43/0 GB44/0 GG44/0 IM44/0 JE44/0 DK45 SE46/0 NO47 SJ47 PL48
DE49/0 PE51/0 MX52 CU53/0 AR54/0 BR55/0 CL56 CO57/0 VE58/0 MY60/0 AU61/0 CC61/0 CX61/0 ID62/0 PH63/0 NZ64/0 SG65
TH66/0 JP81/0 KR82/0 VN84/0 CN86/0 TR90/0 IN91/0 PK92/0 AF93/0 LK94/0 MM95/0 IR98/0 SS211/0 MA212/0 EH212/0
DZ213/0 TN216 LY218/0 GM220 SN221 MR222 ML223 GN224 CI225 BF226 NE227 TG228 BJ229 MU230 LR231/0 SL232/0 GH233/0
NG234/0 TD235 CF236 CM237 CV238 ST239 GQ240 GA241 CG242 CD243/0 AO244 GW245 IO246 AC247 SC248 SD249/0 RW250/0
ET251/0 SO252/0 DJ253 KE254/0 TZ255/0 UG256/0 BI257 MZ258 ZM260/0 MG261/0 RE262/0 YT262/0 ZW263/0 NA264/0 MW265/0
LS266 BW267 SZ268 KM269 SH290 TA290 ER291/0 AW297 FO298 GL299 GI350 PT351 LU352 IE353/0 IS354 AL355/0 MT356 CY357
FI358/0 AX358/0 BG359/0 LT370/0 LV371 EE372 MD373/0 AM374/0 BY375 AD376 MC377/0 SM378 UA380/0 RS381/0 ME382/0
XK383/0 HR385/0 SI386/0 BA387/0 MK389/0 CZ420 SK421/0 LI423/0 FK500 BZ501 GT502 SV503 HN504 NI505 CR506 PA507
PM508/0 HT509 GP590/0 BL590/0 MF590/0 BO591/0 GY592 EC593/0 GF594/0 PY595/0 MQ596/0 SR597 UY598/0 CW599 BQ599
TL670 NF672 BN673 NR674 PG675 TO676 SB677 VU678 FJ679 PW680 WF681 CK682 NU683 WS685 KI686/0 NC687 TV688 PF689
TK690 FM691 MH692 KP850/0 HK852 MO853 KH855/0 LA856/0 BD880/0 TW886/0 MV960 LB961/0 JO962/0 SY963/0 IQ964/0 KW965
SA966/0 YE967/0 OM968 PS970/0 AE971/0 IL972/0 BH973 QA974 BT975 MN976/0 NP977/0 TJ992 TM993 AZ994/0 GE995/0
KG996/0 UZ998
`

/** So many digits it takes to tell apart the countries that share a first one. +1 is the US from +1212 on, not before. */
const NEEDED_DIGITS: Record<string, number> = { 1: 4, 7: 2 }

/** By code, the main country of a dial code before the others. */
export const dialPlans: ReadonlyMap<string, DialPlan> = new Map(
  DATA.trim()
    .split(/\s+/)
    .map(word => {
      const plan = planIn(word)
      return [plan.code, plan]
    }),
)

/** Whose number begins with these digits: the longest match wins, then the country at hand, then the main one. */
export function dialPlanFor(digits: string, countryAtHand: string): DialPlan | undefined {
  if (digits.length < (NEEDED_DIGITS[digits[0] ?? ''] ?? 1)) return undefined
  const plans = [...dialPlans.values()]
  const longest = Math.max(...plans.map(plan => matchIn(plan, digits)))
  if (longest === 0) return undefined
  const matching = plans.filter(plan => matchIn(plan, digits) === longest)
  return matching.find(({ code }) => code === countryAtHand) ?? matching[0]
}

function matchIn({ prefixes }: DialPlan, digits: string): number {
  return Math.max(0, ...prefixes.filter(prefix => digits.startsWith(prefix)).map(prefix => prefix.length))
}

function planIn(word: string): DialPlan {
  const [, code = '', dialCode = '', areas, zero] = /^([A-Z]{2})(\d+)(?::([\d,]+))?(\/0)?$/.exec(word) ?? []
  const prefixes = areas ? areas.split(',').map(area => dialCode + area) : [dialCode]
  return { code, dialCode, prefixes, dropsZero: zero !== undefined }
}
