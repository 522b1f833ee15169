/** The data for writing a phone number of a country. */
export type DialPlan = {
  /** Two letters. */
  code: string
  /** Without the plus sign. */
  dialCode: string
  /** The digits at the beginning of a number that show its country: the dial code and, for some, more. */
  prefixes: readonly string[]
  /** Dialled before the number inside the country only: mostly 0, or nothing. */
  trunk: string
  /** A mobile number in its groups, without the prefix. */
  example: readonly string[]
  /** The first digits of mobile numbers, and how many digits they have. */
  firstDigits: string
  lengths: readonly number[]
}

/**
 * Two letters and the dial code; if several countries share a dial code, the main country comes first.
 * `DO1:809,829,849`: these digits after the dial code show the country, but belong to the number. `/0`: the prefix that
 * is dialled at home. `=7400.123456`: a mobile number in its groups. `~67`: the first digits of mobile numbers, if
 * there are others than that of the example. `~~10,11` or `~~7-13`: the lengths of mobile numbers, if there are others
 * than that of the example. Made from the metadata of libphonenumber, and tested against it.
 */
const DATA = `
US1=201.555.0123~23456789 AG1268=464.1234~23456789 AI1264=235.1234~23456789 AS1684=733.1234~23456789
BB1246=250.1234~23456789 BM1441=370.1234~23456789 BS1242=359.1234~23456789 CA1=506.234.5678~23456789
DM1767=225.1234~23456789 DO1:809,829,849=809.234.5678~23456789 GD1473=403.1234~23456789 GU1671=300.1234~23456789
JM1:658,876=876.210.1234~23456789 KN1869=765.2917~23456789 KY1345=323.1234~23456789 LC1758=284.5678~23456789
MP1670=234.5678~23456789 MS1664=492.3456~23456789 PR1:787,939=787.234.5678~23456789 SX1721=520.5678~23456789
TC1649=231.1234~23456789 TT1868=291.1234~23456789 VC1784=430.1234~23456789 VG1284=300.1234~23456789
VI1340=642.1234~23456789 RU7/8=912.345.67.89 KZ7:7/8=771.000.9998 EG20/0=10.01234567 ZA27/0=71.123.4567~12345678~5-9
GR30=691.234.5678~69 NL31/0=6.12345678~69~9,11 BE32/0=450.00.12.34 FR33/0=6.12.34.56.78~67 ES34=612.34.56.78~679
HU36/06=20.123.4567~2357 IT39=312.345.6789~34~9,10 VA39=312.345.6789~~9,10 RO40/0=712.034.567 CH41/0=78.123.45.67~67
AT43/0=664.123456~~7-13 GB44/0=7400.123456 GG44/0=7781.123456 IM44/0=7924.123456 JE44/0=7797.712345
DK45=34.41.23.45~23456789 SE46/0=70.123.45.67 NO47=40.61.23.45~49 SJ47=41.23.45.67~49 PL48=512.345.678~245678
DE49/0=1512.3456789~~10,11 PE51/0=912.345.678 MX52=222.123.4567~23456789 CU53/0=5.1234567~56
AR54/0=9.11.2345.6789~69~10,11 BR55/0=11.96123.4567~123456789~10,11 CL56=2.2123.4567~23456789 CO57/0=321.1234567~39
VE58/0=412.1234567 MY60/0=12.345.6789~~9,10 AU61/0=412.345.678 CC61/0=412.345.678 CX61/0=412.345.678
ID62/0=812.345.678~~9-12 PH63/0=905.123.4567~89 NZ64/0=21.123.4567~~8-10 SG65=8123.4567~89 TH66/0=81.234.5678~1689
JP81/0=90.1234.5678~6789 KR82/0=10.2000.0000~~9,10 VN84/0=912.345.678~135789 CN86/0=131.2345.6789 TR90/0=501.234.56.78
IN91/0=81234.56789~16789 PK92/0=301.2345678 AF93/0=70.123.4567 LK94/0=71.234.5678 MM95/0=9.212.3456~19~7-10
IR98/0=912.345.6789 SS211/0=977.123.456~19 MA212/0=6.50.12.34.56~67 EH212/0=6.50.12.34.56~67 DZ213/0=551.23.45.67~567
TN216=20.123.456~23459 LY218/0=91.2345678 GM220=301.2345~23456789~7,9 SN221=70.123.45.67 MR222=22.12.34.56~234
ML223=65.01.23.45~256789 GN224=601.12.34.56 CI225=01.23.45.6789 BF226=70.12.34.56~04567 NE227=93.12.34.56~2789
TG228=90.11.23.45~79 BJ229=01.95.12.34.56 MU230=5251.2345~57 LR231/0=77.012.3456~2345678~7,9 SL232/0=25.123456~236789
GH233/0=23.123.4567~25 NG234/0=802.123.4567~789 TD235=63.01.23.45~36789 CF236=70.01.23.45 CM237=6.71.23.45.67~26
CV238=991.12.34~359 ST239=981.2345 GQ240=222.123.456~25 GA241=06.03.12.34~0234567~7,8 CG242=06.123.4567
CD243/0=991.234.567~89~7,9 AO244=923.123.456 GW245=955.012.345 IO246=380.1234 AC247=40123~2347 SC248=2.510.123
SD249/0=91.123.1234~19 RW250/0=720.123.456 ET251/0=91.123.4567~789 SO252/0=7.1123456~12346789~7-9 DJ253=77.83.10.01
KE254/0=712.123456~17 TZ255/0=621.234.567~67 UG256/0=712.345678 BI257=79.56.12.34~267 MZ258=82.123.4567
ZM260/0=95.5123456~579 MG261/0=32.12.345.67 RE262/0=692.12.34.56~67 YT262/0=639.01.23.45~67 ZW263/0=71.234.5678
NA264/0=81.123.4567~68 MW265/0=991.23.45.67~123789 LS266=5012.3456~56 BW267=71.123.456 SZ268=7612.3456
KM269=321.23.45~34 SH290=51234~569 TA290=8999 ER291/0=7.123.456~17 AW297=560.1234~25679 FO298=21.12.34~2579
GL299=22.12.34~245 GI350=57123456~56 PT351=912.345.678~169 LU352=628.123.456 IE353/0=85.012.3456
IS354=611.1234~3678~7,9 AL355/0=67.212.3456 MT356=9696.1234~79 CY357=96.123456 FI358/0=41.2345678~45~6-10
AX358/0=41.2345678~45~6-10 BG359/0=43.012.345~489~8,9 LT370/0=612.34567 LV371=21.234.567 EE372=5123.4567~58~7,8
MD373/0=621.12.345~567 AM374/0=77.123456~345789 BY375/80=29.491.19.11~234 AD376=312.345~356~6,9
MC377/0=6.12.34.56.78~3467~8,9 SM378=66.66.12.12 UA380/0=50.123.4567~35679 RS381/0=60.1234567~~8-10 ME382/0=60.123.456
XK383/0=43.201.234 HR385/0=92.123.4567~~8,9 SI386/0=31.234.567~34567 BA387/0=61.123.456~~8,9 MK389/0=72.345.678
CZ420=601.123.456~67 SK421/0=912.123.456 LI423/0=660.234.567~67~7,9 FK500=51234~56 BZ501=622.1234 GT502=5123.4567~3458
SV503=7012.3456~567 HN504=9123.4567~3789 NI505=8123.4567~5678 CR506=8312.3456~35678 PA507=6123.4567~1268~7,8
PM508/0=55.12.34~23456789~6,9 HT509=34.10.1234~345 GP590/0=690.00.12.34~67 BL590/0=690.00.12.34~67
MF590/0=690.00.12.34~67 BO591/0=71234567~567 GY592=609.1234~567 EC593/0=99.123.4567 GF594/0=694.20.12.34~67
PY595/0=961.456789 MQ596/0=696.20.12.34~67 SR597=741.2345~678 UY598/0=94.231.234 CW599=9.518.1234~~7,8
BQ599=318.1234~347 TL670=7721.2345 NF672=3.81234~13 BN673=712.3456~278 NR674=555.1234~256789 PG675=7012.3456~78
TO676=771.5123~56789 SB677=74.21234~46789~5,7 VU678=591.2345~578 FJ679=701.2345~245789 PW680=620.1234~4678
WF681=82.12.34~78 CK682=71.234~578 NU683=888.4012~568~4,7 WS685=72.12345~78~7,10 KI686/0=72001234~67
NC687=75.12.34~5789 TV688=90.1234~79~6,7 PF689=87.12.34.56 TK690=7290~~4-7 FM691=350.1234~389 MH692=235.1234~2345
KP850/0=192.123.4567 HK852=5123.4567~456789 MO853=6612.3456 KH855/0=91.234.567~123456789~8,9
LA856/0=20.23.123.456~23~9,10 BD880/0=1812.345678~1346 TW886/0=912.345.678~49 MV960=771.2345~479
LB961/0=71.123.456~378~7,8 JO962/0=7.9012.3456~47 SY963/0=944.567.890~59 IQ964/0=791.234.5678 KW965=500.12345~4569
SA966/0=51.234.5678 YE967/0=712.345.678 OM968=9212.3456~179 PS970/0=599.123.456 AE971/0=50.123.4567
IL972/0=50.234.5678 BH973=3600.1234~36 QA974=3312.3456~3567 BT975=17.12.34.56~178 MN976/0=8812.3456~56789
NP977/0=984.1234567 TJ992=91.712.3456~0123456789 TM993/8=66.123456~67 AZ994/0=40.123.45.67~1345679
GE995/0=555.12.34.56~57 KG996/0=700.123.456~2356789 UZ998=91.234.56.78~2356789
`

const WORD = /^([A-Z]{2})(\d+)(?::([\d,]+))?(?:\/(\d+))?=([\d.]+)(?:~(\d*))?(?:~([\d,-]+))?$/

/**
 * The number of digits that distinguish countries with a shared first digit. +1 is the US from +1212 on, not before.
 */
const NEEDED_DIGITS: Record<string, number> = { 1: 4, 7: 2 }

/** Plans by country code; the main country of a dial code comes before the others. */
export const dialPlans: ReadonlyMap<string, DialPlan> = new Map(
  DATA.trim()
    .split(/\s+/)
    .map(word => {
      const plan = planIn(word)
      return [plan.code, plan]
    }),
)

/**
 * The country whose numbers begin with these digits: the longest match wins, then the given country, then the main one.
 */
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
  const [, code = '', dialCode = '', areas, trunk = '', groups = '', firstDigits, lengths] = WORD.exec(word) ?? []
  const prefixes = areas ? areas.split(',').map(area => dialCode + area) : [dialCode]
  const example = groups.split('.')
  const size = example.join('').length
  const [from = size, to = from] = lengths?.includes('-') ? lengths.split('-').map(Number) : []
  return {
    code,
    dialCode,
    prefixes,
    trunk,
    example,
    firstDigits: firstDigits || groups.slice(0, 1),
    lengths: lengths?.includes(',') ? lengths.split(',').map(Number) : range(from, to),
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
