// What stands in the way of an installation, in a sentence with its remedy. Plain JavaScript that any Node from 18 on
// understands.
import { isNewEnough, OLDEST, PLATFORMS } from './bundled-node.mjs'

/** The C library that the Node and the PostgreSQL of npm are built for. */
const GLIBC = [2, 28]

const OWN_NODE = `set SOURCEBOOK_NODE to the path of a Node ${OLDEST} or later that runs here`
const RELEASE = 'A release, which docs/operating/install.md describes, needs no network.'

/**
 * Why the packages of npm would not run on a machine; null if nothing is known against it.
 *
 * @param machine its `platform`, such as `linux-x64`; its `glibc`, such as `2.36`, which is null on a Linux without that;
 *   the `version` of the Node that is to run the service, if it is none of npm; and whether there is a database elsewhere.
 */
export function whyNotHere({ platform, glibc, version, hasDatabase }) {
  const needs = [
    ...(version && isNewEnough(version) ? [] : [OWN_NODE]),
    ...(hasDatabase ? [] : ['set DATABASE_URL to a PostgreSQL 15 or later']),
  ]
  if (needs.length === 0) return null
  const remedy = `To run Sourcebook here, ${needs.join(', and ')}.`
  if (!PLATFORMS.includes(platform)) {
    return `npm has no Node and no PostgreSQL for ${platform}. ${remedy}`
  }
  if (!platform.startsWith('linux')) return null
  if (glibc === null) {
    return `The Node and the PostgreSQL of npm need glibc, which this Linux does not have (Alpine, for one, has musl). ${remedy}`
  }
  const [major, minor] = glibc.split('.').map(Number)
  const isOld = major < GLIBC[0] || (major === GLIBC[0] && minor < GLIBC[1])
  return isOld
    ? `The Node and the PostgreSQL of npm need glibc ${GLIBC.join('.')} or later; this machine has ${glibc}. ${remedy}`
    : null
}

/** Why a Node cannot be run, from what it printed; null if that says nothing known. */
export function whyNodeFails(output) {
  const library = /loading shared libraries: ([^:\s]+)/.exec(output)?.[1]
  if (library) {
    const packages = {
      'libatomic.so.1': 'libatomic1',
      'libstdc++.so.6': 'libstdc++6',
      'libgcc_s.so.1': 'libgcc-s1',
    }
    const known = packages[library]
    const how = known ? ` (on Debian: apt-get install ${known})` : ''
    return `The Node that npm has for this machine needs ${library}, which is missing here. Install it${how}, or ${OWN_NODE}.`
  }
  if (/GLIBC(?:XX)?_[\d.]+' not found/.test(output)) {
    return `The Node that npm has for this machine needs newer libraries than it has. Update its system, or ${OWN_NODE}.`
  }
  return null
}

const NETWORK =
  /^(?:ENOTFOUND|EAI_\w+|ECONN\w+|E?TIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_SOCKET_TIMEOUT|FETCH_ERROR|E5\d\d)$/
const CERTIFICATE =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/

/**
 * Why npm failed, from what it printed; null if that says nothing known.
 *
 * @param output its standard error, as npm 9 (`npm ERR! code …`) and later (`npm error code …`) write it
 * @param registry where it asked
 */
export function whyNpmFails(output, registry) {
  const told = (name) =>
    new RegExp(`^npm (?:ERR!|error) ${name} (.+)$`, 'm').exec(output)?.[1]?.trim()
  const code = told('code') ?? ''
  const place = told('path')
  if (code === 'ENOSPC' || code === 'EDQUOT' || /\bENOSPC\b|no space left/.test(output)) {
    return `There is no room left on the disk${place ? ` for ${place}` : ''}. Free some, and start again.`
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    const owner = /root-owned/.test(output)
      ? ' Files of root are in it: give them to this user (chown).'
      : ''
    return `This user may not write ${place ?? 'what npm writes'}.${owner} Give it the right to, or start as the owner.`
  }
  if (code === 'E407') {
    return `The proxy in front of the npm registry (${registry}) does not let npm through (${code}). Look at npm's settings proxy and https-proxy, and at HTTPS_PROXY. ${RELEASE}`
  }
  if (CERTIFICATE.test(code) || /certificate/i.test(code)) {
    return `npm does not trust the certificate of its registry, ${registry} (${code}). If a proxy here signs for it, give npm that certificate: npm config set cafile FILE. ${RELEASE}`
  }
  if (NETWORK.test(code) || /\b(?:ETIMEDOUT|EAI_AGAIN|ECONNREFUSED)\b/.test(output)) {
    return `The npm registry cannot be reached at ${registry} (${code || 'no answer'}). Connect this machine, or name another registry: npm config set registry URL. ${RELEASE}`
  }
  if (code === 'E401' || code === 'E403') {
    return `The npm registry at ${registry} does not let this user in (${code}). Sign in to it with npm login, or name another one: npm config set registry URL.`
  }
  if (code === 'E404' || code === 'ETARGET') {
    const what =
      told('404')?.match(/'([^']+)'/)?.[1] ??
      /No matching version found for (\S+?)\.?$/m.exec(output)?.[1]
    return `The npm registry at ${registry} does not have ${what ?? 'a package that Sourcebook needs'}. Name one that does: npm config set registry https://registry.npmjs.org/`
  }
  if (code === 'EINTEGRITY') {
    return `What npm got is not what package-lock.json names, so it was not installed. Run npm cache verify and start again; if it comes again, the registry at ${registry} or something on the way changes packages.`
  }
  return null
}
