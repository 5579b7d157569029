import { expect, test } from 'vitest'
import { fullNames, readHosts, readSearch } from './names.rules.ts'

test('names have the addresses of the hosts file, in any letters', () => {
  const hosts = readHosts(
    '# names of this machine\n127.0.0.1\tlocalhost\n::1 localhost ip6-localhost # both\n\n10.0.0.7 Relay.office.lan relay',
  )
  expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(hosts.get('relay.office.lan')).toEqual(['10.0.0.7'])
  expect(hosts.get('relay')).toEqual(['10.0.0.7'])
  expect(hosts.get('names')).toBeUndefined()
})

test('short names are completed as resolv.conf says, and long ones are asked for as they are first', () => {
  const none = readSearch('nameserver 10.0.0.2\n')
  expect(fullNames('db', none)).toEqual(['db'])
  const office = readSearch('search lan.example office.example\n')
  expect(fullNames('relay', office)).toEqual(['relay.lan.example', 'relay.office.example', 'relay'])
  expect(fullNames('a.example.com', office)[0]).toBe('a.example.com')
  const cluster = readSearch(
    'domain x.example\nsearch svc.cluster.local cluster.local\noptions timeout:1 ndots:5',
  )
  expect(fullNames('relay.mail', cluster)).toEqual([
    'relay.mail.svc.cluster.local',
    'relay.mail.cluster.local',
    'relay.mail',
  ])
  expect(fullNames('relay.mail.', cluster)).toEqual(['relay.mail'])
})
