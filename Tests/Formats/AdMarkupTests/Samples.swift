// SPDX-License-Identifier: Apache-2.0

enum Samples {
    static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <VAST version="4.2" xmlns="http://www.iab.com/VAST"><Ad id="1" sequence="1" adType="video" conditionalAd="false"><InLine>
        <AdSystem version="2">S &amp; T</AdSystem><AdTitle>Title</AdTitle><AdServingId>serve-1</AdServingId>
        <Impression id="i"><![CDATA[ http://s/imp?a=1&b=2 ]]></Impression><Impression>http://s/imp2</Impression><Impression/>
        <Category authority="iab">IAB1-1</Category><Category>x</Category><Description>D</Description><Advertiser id="a1">A</Advertiser>
        <Pricing model="cpm" currency="EUR"><![CDATA[25.00]]></Pricing><Survey type="text/html">http://s/survey</Survey>
        <Error>http://s/e?c=[ERRORCODE]</Error><Expires>3600</Expires>
        <ViewableImpression id="v"><Viewable>http://s/v</Viewable><NotViewable>http://s/n</NotViewable>
        <ViewUndetermined>http://s/u</ViewUndetermined></ViewableImpression>
        <AdVerifications><Verification vendor="v.com-omid"><JavaScriptResource apiFramework="omid" browserOptional="true">http://v/s.js
        </JavaScriptResource><ExecutableResource apiFramework="a" type="application/x">http://v/x</ExecutableResource>
        <TrackingEvents><Tracking event="verificationNotExecuted">http://v/n?[REASON]</Tracking></TrackingEvents>
        <VerificationParameters><![CDATA[{"k":1}]]></VerificationParameters></Verification></AdVerifications>
        <Extensions><Extension type="own"><a>1</a></Extension></Extensions>
        <Creatives>
        <Creative id="c1" adId="ad1" sequence="1" apiFramework="SIMID"><UniversalAdId idRegistry="Ad-ID">8465</UniversalAdId>
        <UniversalAdId idRegistry="x" idValue="9">text</UniversalAdId>
        <Linear skipoffset="00:00:05"><Duration>00:00:30.500</Duration><AdParameters xmlEncoded="true"><![CDATA[<p/>]]></AdParameters>
        <MediaFiles><Mezzanine delivery="progressive" type="video/mp4" width="1920" height="1080" fileSize="9">http://s/mezz.mov</Mezzanine>
        <MediaFile id="m" delivery="streaming" type="application/x-mpegURL" width="1280" height="720" bitrate="2000" minBitrate="1"
        maxBitrate="3000" codec="avc1" scalable="1" maintainAspectRatio="false" fileSize="1000" mediaType="2D">http://s/m.m3u8</MediaFile>
        <InteractiveCreativeFile type="text/html" apiFramework="SIMID" variableDuration="true">http://s/simid</InteractiveCreativeFile>
        <ClosedCaptionFiles><ClosedCaptionFile type="text/vtt" language="en">http://s/cc.vtt</ClosedCaptionFile></ClosedCaptionFiles>
        </MediaFiles><VideoClicks><ClickThrough id="t">http://s/through</ClickThrough><ClickTracking>http://s/t1</ClickTracking>
        <ClickTracking>http://s/t2</ClickTracking><CustomClick id="c">http://s/cc</CustomClick></VideoClicks>
        <Icons><Icon program="AdChoices" width="20" height="20" xPosition="left" yPosition="10" duration="00:00:10" offset="00:00:01.500"
        apiFramework="x" pxratio="2"><StaticResource creativeType="image/png">http://s/icon.png</StaticResource><IconClicks>
        <IconClickThrough>http://s/ic</IconClickThrough><IconClickTracking>http://s/ict</IconClickTracking><IconClickFallbackImages>
        <IconClickFallbackImage width="10" height="10"><AltText>Alt</AltText><StaticResource creativeType="image/png">http://s/fb.png
        </StaticResource></IconClickFallbackImage></IconClickFallbackImages></IconClicks><IconViewTracking>http://s/iv</IconViewTracking>
        </Icon></Icons><TrackingEvents><Tracking event="start">http://s/start</Tracking>
        <Tracking event="progress" offset="00:00:10">http://s/p10</Tracking><Tracking event="progress" offset="25%">http://s/p25</Tracking>
        <Tracking event="own">http://s/own</Tracking></TrackingEvents></Linear></Creative>
        <Creative id="c2"><UniversalAdId idRegistry="unknown">unknown</UniversalAdId><NonLinearAds><NonLinear id="n" width="480" height="70"
        minSuggestedDuration="00:00:15"><IFrameResource>http://s/f</IFrameResource><NonLinearClickThrough>http://s/nc
        </NonLinearClickThrough></NonLinear><TrackingEvents><Tracking event="acceptInvitation">http://s/ai</Tracking></TrackingEvents>
        </NonLinearAds></Creative>
        <Creative id="c3"><UniversalAdId idRegistry="unknown">unknown</UniversalAdId><CompanionAds required="any"><Companion width="300"
        height="250" pxratio="1.5" renderingMode="end-card" adSlotId="s"><HTMLResource><![CDATA[<b>x</b>]]></HTMLResource>
        <AltText>Text</AltText><TrackingEvents><Tracking event="creativeView">http://s/cv</Tracking></TrackingEvents></Companion>
        </CompanionAds></Creative>
        </Creatives></InLine></Ad></VAST>
        """
}

/// The examples of SCTE 35, section 14.
enum Sections {
    static let placement = "/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg=="
    static let insert = "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo="
    static let programs = "/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/nwgIAAAAACyk26AQAACZcuND"
}
