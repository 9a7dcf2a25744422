/** The most common passwords of ten or more characters in leaked lists; lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `1234567890 0123456789 0987654321 12345678910 123456789a 123456789q a123456789 q123456789 1q2w3e4r5t 1qaz2wsx3edc
  1q2w3e4r5t6y qwertyuiop qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwertyuiop1 asdfghjkl1 asdfghjkl; zxcvbnm123
  password12 password123 password1234 password12345 password123456 password1! passw0rd123 p@ssw0rd123 passwordpassword
  mypassword mypassword1 changeme123 changeme1234 letmein123 letmein1234 welcome123 welcome1234 administrator admin12345
  admin123456 adminadmin adminadmin1 rootroot12 iloveyou12 iloveyou123 iloveyou1234 1234512345 1111111111 0000000000
  1122334455 1231231231 123123123123 9876543210 98765432100 abcdefghij abcdefghijk abcd123456 abcde12345 abc1234567
  abc123456789 a1b2c3d4e5 a1b2c3d4e5f6 qazwsxedcrfv qazwsxedc123 zaq12wsxcde3 1qazxsw23edc football123 baseball123
  basketball princess123 sunshine123 superman123 michael123 liverpool1 chelsea123 computer123 internet123 trustno1trustno1
  starwars123 pokemon123 dragon12345 monkey12345 shadow12345 master12345 summer2024 winter2024 summer2025 winter2025
  summer2026 winter2026 spring2025 autumn2025 january2025 december2025 company123 temporary1 temppassword test123456
  test1234567 testtest123 testing123 testing1234 user123456 guest123456 default123 secret12345 secretsecret love123456
  googlegoogle facebook123 linkedin123 samsung123 microsoft1 mustermuster muster12345 muster123456 correcthorsebatterystaple
  qweasdzxc123 asdasdasd1 qweqweqwe1 zxczxczxc1 123qweasdzxc 1q2w3e4r5t6y7u8i 147258369a
  1472583690 1357924680 2468013579 159753456852 5555555555 6666666666 7777777777 8888888888 9999999999 2222222222`.split(
    /\s+/,
  ),
);
