/** The flag is three units wide and two high, and white until it is loaded. The name of the country is beside it. */
export function CountryFlag({ code }: { code: string }) {
  return <img className="flag" src={`/assets/flags/${code}.svg`} alt="" width="24" height="16" loading="lazy" />
}
