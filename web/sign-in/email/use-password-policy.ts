import { useEffect, useState } from 'react'
import { knownSettings, loadSettings } from '../../settings/settings.ts'

/** The operator's rule for new passwords, which the hint has to say. */
export function usePasswordPolicy() {
  const [policy, setPolicy] = useState(() => knownSettings().passwordPolicy)
  useEffect(() => {
    void loadSettings().then(({ passwordPolicy }) => setPolicy(passwordPolicy))
  }, [])
  return policy
}
