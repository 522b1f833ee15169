/** Three by two; white where it has not come, or never comes. The name of the country stands beside it. */
export function CountryFlag({ code }: { code: string }) {
  return <img className="flag" src={`/assets/flags/${code}.svg`} alt="" width="24" height="16" loading="lazy" />
}
